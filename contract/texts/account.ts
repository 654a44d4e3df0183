/** Texts about accounts for client and server: form fields and refusals (decision 0092). */

// contact, email, name
export const yourNameIsRequired = 'Your name is required';
export const messageIsRequired = 'Message is required';
export const emailIsRequired = 'Email is required';
export const enterValidEmail = 'Please enter a valid email address';
export const fullNameIsRequired = 'Full name is required';
export const nameTooShort = 'Name must be at least 2 characters long';

// phone, mpesa-phone
export const phoneIsRequired = 'Phone number is required';
export const enterValidPhone = 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)';
export const kenyanPhoneHint = 'Please enter a valid Kenyan phone number (e.g., 0712345678)';
export const kenyanPhoneRefused = 'Please enter a valid Kenyan phone number';

// otp
export const noOtpSession = 'No verification session found. Please request a new code.';
export const enterCode = 'Please enter a 6-digit verification code';

// password
export const passwordIsRequired = 'Password is required';
export const signUpPasswordTooShort = (minimum: number) => `Password must be at least ${minimum} characters long`;
export const passwordTooShort = (minimum: number) => `Password must be at least ${minimum} characters`;
export const newPasswordTooShort = (minimum: number) => `New password must be at least ${minimum} characters long`;
export const passwordClasses =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number';
