interface OtpCredential extends Credential {
  readonly code: string;
}

interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] };
}

/**
 * Waits for the code that the phone reads out of the SMS, where the browser can (WebOTP, U22); answers how to
 * stop. Silent where it cannot, where the shopper declines, and where no SMS comes.
 */
export function waitForCode(onCode: (code: string) => void): () => void {
  if (!('OTPCredential' in globalThis)) return () => undefined;
  const stop = new AbortController();
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal: stop.signal };
  navigator.credentials.get(request).then(
    (credential) => credential !== null && onCode((credential as OtpCredential).code),
    () => undefined,
  );
  return () => stop.abort();
}
