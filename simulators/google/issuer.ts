import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

interface Key {
  readonly kid: string;
  readonly sign: CryptoKey;
  readonly jwk: JWK;
}

/** Keys of the simulated Google. The newest one signs, and the previous one is still published. */
export interface Issuer {
  /** Returns an ID token with these claims. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  keys(): Promise<readonly JWK[]>;
  /** Switches to a new signing key. */
  rotate(): void;
  reset(): void;
}

export function createIssuer(): Issuer {
  let made = 0;
  let kept: readonly Promise<Key>[] = [];

  async function make(): Promise<Key> {
    made += 1;
    const kid = `simulated-${made}-${Date.now().toString(36)}`;
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    return { kid, sign: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
  }

  /** Generated on first use, so that a start without Google sign-in is not delayed. */
  function newest(): Promise<Key> {
    const [first] = kept;
    if (first !== undefined) return first;
    const key = make();
    kept = [key];
    return key;
  }

  return {
    async sign(claims) {
      const { kid, sign } = await newest();
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(sign);
    },
    async keys() {
      await newest();
      return (await Promise.all(kept)).map(({ jwk }) => jwk);
    },
    rotate: () => void (kept = [make(), ...kept.slice(0, 1)]),
    reset: () => void (kept = kept.slice(0, 1)),
  };
}
