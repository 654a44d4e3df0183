/** §5 and §8 verbatim, each said in more than one place. */
export const WRONG_CODE = 'Invalid verification code. Please try again.';
export const SEND_FAILED = 'Failed to send verification code';
export const VERIFY_FAILED = 'Verification failed';
export const EMAIL_TAKEN = 'This email is already registered';
export const PHONE_TAKEN = 'This phone number is already in use';
export const GOOGLE_FAILED = 'Google sign-in failed';
export const LOGIN_REFUSED = 'Invalid email or password';
export const LOGIN_CODE_ASKED =
  'Too many wrong passwords were typed for this email. Please enter your password and the 6-digit code that we sent to the phone or email of this account.';
export const LOGIN_WITH_CODE_REFUSED = 'Invalid email, password or code. Please use the newest code.';
export const RESET_OVER = 'Invalid reset token';
export const WRONG_PASSWORD = 'Current password is incorrect';
export const EMAIL_LINK_OVER = 'This link is no longer valid.';
export const EMAIL_IN_USE = 'This email is already in use';
export const EMAIL_CONFIRMED = 'Your email address is confirmed.';
export const PROFILE_SAVED = 'Profile updated successfully!';
export const PASSWORD_CHANGED = 'Password changed successfully!';
/** Our words, where the specification has none; this is the same for every e-mail (D16). */
export const RESET_REQUESTED = 'If this email has an account, a reset link is on its way.';
export const GOOGLE_SIGNED_IN = 'You are signed in with Google.';
export const PHONE_FIRST = 'Please verify your phone number to finish signing in.';
export const PASSWORD_FIRST = 'Log in with your password first';
export const GOOGLE_OVER = 'Your Google sign-in has expired. Please go back and sign in with Google again.';
export const SIGN_UP_OVER = 'Your sign-up has expired. Please sign up again.';
