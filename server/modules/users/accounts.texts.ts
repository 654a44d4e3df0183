/** Texts about accounts, shared by all account modules (decision 0092). */

/** Texts of §5 and §8 that occur in more than one place. */
export const wrongCode = 'Invalid verification code. Please try again.';
export const sendFailed = 'Failed to send verification code';
export const verifyFailed = 'Verification failed';
export const emailTaken = 'This email is already registered';
export const phoneTaken = 'This phone number is already in use';
export const googleFailed = 'Google sign-in failed';
export const loginRefused = 'Invalid email or password';
export const loginCodeAsked =
  'Too many wrong passwords were typed for this email. Please enter your password and the 6-digit code that we sent to the phone or email of this account.';
export const loginWithCodeRefused = 'Invalid email, password or code. Please use the newest code.';
export const resetOver = 'Invalid reset token';
export const wrongPassword = 'Current password is incorrect';
export const emailLinkOver = 'This link is no longer valid.';
export const emailInUse = 'This email is already in use';
export const emailConfirmed = 'Your email address is confirmed.';
export const profileSaved = 'Profile updated successfully!';
export const passwordChanged = 'Password changed successfully!';
/** Texts that the specification does not define. This one is the same for every e-mail (D16). */
export const resetRequested = 'If this email has an account, a reset link is on its way.';
export const googleSignedIn = 'You are signed in with Google.';
export const phoneFirst = 'Please verify your phone number to finish signing in.';
export const passwordFirst = 'Log in with your password first';
export const googleOver = 'Your Google sign-in has expired. Please go back and sign in with Google again.';
export const signUpOver = 'Your sign-up has expired. Please sign up again.';

// new passwords
export const fillInPasswordFields = 'Please fill in all password fields';
export const passwordTooLong = (bytes: number) => `Password must be at most ${bytes} bytes long`;
export const passwordUnusable = 'Password has characters that cannot be used';
export const passwordTooCommon = 'This password is too common. Please choose another.';

// profile
export const failedToLoadUser = 'Failed to load user';

// codes
export const messageSent = 'Message Sent';
/** The last line lets phones fill in the code automatically (WebOTP, U22). */
export const codeSms = (shop: string, code: string, minutes: number, host: string) =>
  `Your ${shop} code is ${code}. It is valid for ${minutes} minutes. Never share it.\n\n@${host} #${code}`;
