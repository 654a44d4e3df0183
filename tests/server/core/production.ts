import { EnvError, readEnv } from '../../../server/env/env.ts';

/** Settings of the real M-Pesa. */
export const REAL_MPESA = {
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '600100',
  MPESA_PASSKEY: 'passkey',
  MPESA_CALLBACK_ORIGIN: 'https://duka.example',
};

/** Settings of providers that are not simulated. */
export const REAL_PROVIDERS = {
  ...REAL_MPESA,
  TERMII_API_KEY: 'key',
  SMTP_HOST: 'smtp.example.com',
  SMTP_USER: 'user',
  SMTP_PASSWORD: 'password',
  GOOGLE_CLIENT_ID: 'shop.apps.googleusercontent.com',
};

/** Settings with which the server starts in production. */
export const PRODUCTION = {
  ...REAL_PROVIDERS,
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://duka.example',
  TERMII_BASE_URL: 'https://v3.api.termii.com',
  TERMII_SENDER_ID: 'Duka',
  MAIL_FROM: 'shop@duka.example',
  MPESA_BASE_URL: 'https://api.safaricom.co.ke',
  RATE_LIMIT_FACTOR: '1',
};

/** Returns the settings errors as the start prints them, or an empty string. */
export function getFaults(source: Readonly<Record<string, string>>): string {
  try {
    readEnv(source);
    return '';
  } catch (error) {
    return error instanceof EnvError ? error.message : String(error);
  }
}
