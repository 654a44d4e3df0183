interface OtpCredential extends Credential {
  readonly code: string;
}

interface OtpRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] };
}

/**
 * Waits for the code that the phone reads from the SMS, if the browser supports it (WebOTP, U22). Returns a function
 * that stops waiting. Does nothing when it is unsupported, when the shopper declines, or when no SMS arrives.
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
