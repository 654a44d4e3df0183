/** Texts of accounts, logins, addresses and the profile (decision 0091). */

// address-book
export const addressAdded = 'Address added successfully!';
export const addressUpdated = 'Address updated successfully!';
export const defaultAddressUpdated = 'Default address updated successfully!';
export const addressDeleted = 'Address deleted successfully!';
export const failedToSaveAddress = 'Failed to save address';
export const fillInRequiredFields = 'Please fill in all required fields';
export const failedToDeleteAddress = 'Failed to delete address';
export const failedToUpdateDefaultAddress = 'Failed to update default address';
export const savedAddresses = 'Saved Addresses';
export const addNewAddress = 'Add New Address';
export const noSavedAddresses = 'No saved addresses found. Add your first address to get started!';
export const defaultBadge = 'Default';
export const editNamedAddress = (address: string) => `Edit ${address}`;
export const edit = 'Edit';
export const setNamedAddressAsDefault = (address: string) => `Set as Default: ${address}`;
export const setAsDefault = 'Set as Default';
export const deleteNamedAddress = (address: string) => `Delete ${address}`;
export const deleteButton = 'Delete';
export const undoTheDeletion = 'Undo the deletion';
export const deletedNamedAddress = (address: string) => `Deleted: ${address}`;
export const undo = 'Undo';

// change-password
export const fillInPasswordFields = 'Please fill in all password fields';
export const newPasswordsDoNotMatch = 'New passwords do not match';
export const passwordNotChanged = 'Failed to change password. Please check your current password and try again.';
export const failedToChangePassword = 'Failed to change password';
export const changePassword = 'Change Password';
export const currentPassword = 'Current Password';
export const noPasswordYet = 'No password yet, or forgotten?';
export const getLinkToSetOne = 'Get a link to set one';
export const newPassword = 'New Password';
export const confirmNewPassword = 'Confirm New Password';
export const passwordChanged = 'Password changed successfully!';

// email-confirmation
export const emailInUse = 'This email is already in use';
export const linkNotValid = 'This link is no longer valid.';
export const errorOccurred = 'An error occurred. Please try again.';
export const emailConfirmation = 'Email Confirmation';
export const confirmingEmail = 'Confirming your email address…';
export const emailConfirmed = 'Your email address is confirmed.';
export const openEmailLinkAgain =
  'Open the link in the e-mail again, or save the new address in your profile once more.';
export const oldEmailStays = 'Your old address stays the one to log in with.';
export const goToHome = 'Go to Home';
export const viewProfile = 'View Profile';

// forgot-password
export const enterValidEmail = 'Please enter a valid email address';
export const forgotPassword = 'Forgot Password';
export const forgotPasswordLead =
  'Enter the email address of your account. We send you a link to choose a new password.';
export const backToLogin = 'Back to Login';
export const email = 'Email';
export const sendingResetLink = 'Sending Reset Link...';
export const sendPasswordResetLink = 'Send Password Reset Link';
export const checkYourEmail = 'Check Your Email';
export const resetMailBefore = 'If ';
export const resetMailAfter =
  ' belongs to an account, a link to choose a new password is on its way there. It works once, for 30 minutes.';
export const resetMailSentAgain = 'We have sent the e-mail again.';
export const resendEmail = 'Resend Email';
export const resendEmailIn = (time: string) => `Resend Email in ${time}`;
export const nothingThere = 'Nothing there after a few minutes? Look into your spam folder, or let us send it again.';
export const noAccessToEmail = 'No access to your email?';
export const contactUs = 'Contact us';

// google-sign-in
export const noGoogleCredential = 'No credential received from Google';
export const googleFailedTryAgain = 'Google sign-in failed. Please try again.';
export const missingUserData = 'Missing user data for phone verification';
export const googleCompleted = 'Google sign-in completed';
export const unexpectedResponse = 'Unexpected response format from server';
export const googleFailed = 'Google sign-in failed';
export const codeNotSent = 'Failed to send verification code';
export const setupFailed = 'Account setup completion failed';
export const loadingYourAccount = 'Loading your account';
export const signInWithGoogle = 'Sign in with Google';
export const signUpWithGoogle = 'Sign up with Google';
export const or = 'or';
export const verifyYourPhoneNumber = 'Verify Your Phone Number';
export const googlePhoneLead = "We'll send a verification code to the phone number to complete your registration";
export const sendCode = 'Send Code';
export const back = 'Back';

// login
export const loginFailed = 'Login failed';
export const passwordIsRequired = 'Password is required';
export const login = 'Login';
export const loginLead = 'Welcome back. Log in to check out and follow your orders.';
export const newHere = 'New here?';
export const password = 'Password';
export const verificationCode = 'Verification code';
export const loginCodeHint = '6 digits, sent to the phone or email of this account';
export const rememberMe = 'Remember me';
export const forgotPasswordQuestion = 'Forgot Password?';

// phone-verification
export const invalidCode = 'Invalid verification code. Please try again.';
export const codeNotResent = 'Failed to resend verification code';
export const verificationFailed = 'Verification failed';
export const codeSentTo = 'We sent a 6-digit code to ';
export const codeGoesTo = 'A 6-digit code goes to ';
export const resendCodeIn = (time: string) => `Resend Code in ${time}`;
export const seconds = (count: number) => `${count} s`;
export const verify = 'Verify';
export const codeValidFor = (time: string) => `The code is valid for ${time}`;
export const resendCode = 'Resend Code';

// profile
export const failedToLoadUserProfile = 'Failed to load user profile';
export const failedToLoadData = 'Failed to load data';
export const myAccount = 'My Account';
export const orderHistory = 'Order History';
export const logout = 'Logout';
export const loadingYourProfile = 'Loading your profile...';
export const unnamedUser = 'User';
export const yourAccount = 'Your account';
export const confirmLogout = 'Confirm Logout';
export const logoutQuestion = 'Are you sure you want to logout from your account?';

// reset-password
export const invalidResetToken = 'Invalid reset token';
export const passwordsDoNotMatch = 'Passwords do not match';
export const confirmPassword = 'Please confirm your password';
export const passwordResetFailed = 'Password reset failed';
export const resetPassword = 'Reset Password';
export const resetPasswordLead = 'Choose a new password for your account. It logs out all your other devices.';
export const hasTheLinkExpired = 'Has the link expired?';
export const requestNewResetLink = 'Request New Reset Link';
export const invalidResetLink = 'Invalid Reset Link';
export const openResetLinkAgain = 'Open the link in the e-mail again, or ask for a new one.';
export const passwordResetSuccessful = 'Password Reset Successful!';
export const loggedInAfterReset = 'You are now logged in and will be redirected to the home page in a moment.';
export const goToHomeNow = 'Go to Home Now';

// session
export const noTokenFound = 'No token found';
export const failedToLoadUser = 'Failed to load user';
export const retry = 'Retry';
export const dismiss = 'Dismiss';
export const sessionNotKept =
  'Your browser is not keeping data for this site. You will be logged out when you close this page.';

// sign-up
export const acceptTerms = 'You must accept the terms and conditions';
export const registrationFailed = 'Registration failed';
export const signUp = 'Sign Up';
export const loadingYourNewAccount = 'Loading your new account';
export const signUpLead = 'One account for orders, deliveries and warranties.';
export const alreadyHaveAnAccount = 'Already have an account?';
export const emailAddress = 'Email Address';
export const signUpPhoneHint = 'We send a code by SMS to this number, e.g. 0712345678.';
export const acceptBefore = 'I am 18 or older and accept the';
export const acceptTermsLink = 'Terms of Service';
export const acceptBetween = 'and the';
export const acceptPrivacyLink = 'Privacy Policy';
export const processingSignUp = 'Processing...';

// protected-page
export const checkingAuthentication = 'Checking authentication';
export const checkingAuthenticationNow = 'Checking authentication...';

// login-notice
export const logInToViewOrders = 'Please log in to view your orders';
export const invalidSession = 'Invalid user session. Please log in again.';

// profile-form
export const failedToUpdateProfile = 'Failed to update profile';
export const profileUpdateFailed = 'Profile update failed';
export const emailLinkSent = (newEmail: string, email: string) =>
  `We sent a link to ${newEmail}. Until you open it, ${email} stays your email address and the one to log in with.`;
export const phoneNotChanged = 'Your phone number was not changed.';
export const phoneNotConfirmedYet = (number: string) => `${number} is not confirmed yet.`;
export const phoneStaysUntilThen = (number: string) => ` Until then ${number} stays your phone number.`;
export const phoneStays = (number: string) => `Your phone number stays ${number}.`;
export const profileInformation = 'Profile Information';
export const confirmingPhone = 'Confirming your phone number';
export const profileUpdated = 'Profile updated successfully!';
export const fullName = 'Full Name';
export const phone = 'Phone';
export const streetAddress = 'Street Address';
export const city = 'City';
export const townEstate = 'Town/Estate';
export const zipCode = 'ZIP Code';
export const country = 'Country';
export const phoneConfirmed = 'Your phone number is confirmed.';
export const saveProfile = 'Save Profile';

// address-dialog
export const editAddress = 'Edit Address';
export const address = 'Address';
export const starIsRequired = 'Fields with * are required.';
export const addressType = 'Address Type';
export const fullNameRequired = 'Full Name*';
export const streetAddressRequired = 'Street Address*';
export const cityRequired = 'City*';
export const postalCode = 'Postal Code';
export const countryRequired = 'Country*';
export const phoneNumber = 'Phone Number';
export const setAsDefaultAddress = 'Set as default address';
export const cancel = 'Cancel';
export const addAddress = 'Add Address';
export const updateAddress = 'Update Address';

// auth-frame
export const keptPrivate = ' Sent encrypted and kept private.';

// password-needs
export const needsCharacters = (minimum: number) => `${minimum}+ characters`;
export const needsUppercase = 'Uppercase letter';
export const needsLowercase = 'Lowercase letter';
export const needsNumber = 'Number';
export const newPasswordNeeds = 'What the new password needs';
export const needMet = ': yes';
export const needNotMet = ': not yet';

// strength-hint
export const weakPassword = 'Weak password. Longer is better; add capitals, numbers or signs.';
export const fairPassword = 'Fair password. A few more characters make it strong.';
export const strongPassword = 'Strong password.';
export const passwordMinimum = (minimum: number) => `At least ${minimum} characters. Longer is safer.`;
