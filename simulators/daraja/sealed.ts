import { constants, createPrivateKey, privateDecrypt } from 'node:crypto';

/** The other half of the merchant's certificate. It opens nothing but what the simulated shop seals. */
const KEY = createPrivateKey({
  key: Buffer.from(
    [
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCxP/KnTs69NlSibOcgoqHqyUPSPTPDg2/JqchHilNQiqfWDY8a',
      'CrcW44Qb4vuhS6s2H2DKkN3GDfFWjYgqXXrXetossGjXXruYvI1l8tKd01yxYZOyHC+iTAUdyxuPA5dKSNTxQhwGvHWrPlshV16z',
      '6H41jefHezEYZ6+G928Sur3zi1L+WeFsS/Kw4S8Ec4xoc2uOBJlDhdcFfGIjWk281XAlCB7b5x7rR4wcCLLlCYoDTb7p1BJDQ5xI',
      'wdEzNtaU+MtgNpK4M5TrVUGZBCV+PWtETdjfbm1M1e6HxcKK9oZqIW6/VK9/XLC5dhq2o/GJMvLGwCHtGNI8EkWb4InTAgMBAAEC',
      'ggEAEA70m37S0SamdU67g+PoGn7gg6Ai2/BBBPq6V+zqzm25dfWlhNz6qHq1YddnJ75UxSMDoGaOiR6DQm2xK/FrKzGIqarT3MtK',
      '4LQYdWeR+FWJXNKz0FuoXyJXBlN77DGNl9/QVwk/w8Z4PKr6E6O4Q0Fpic2Q9awuDwF50BcDu6UD1ckrTwzMZvaaNTf1yMMgnl20',
      'K8vyzNmWnZsLliN+/2NgiLta3D9biNFwCiPibDANWDJ0es8X6fFa8DTWhsNMeMrE43khXAQs+F5GHGmGwzJMfHN9kInhOE7sp0/5',
      'nob3aGrqFQ8to4t21MntDhgF/eotqtFp8aO3bkX8aXn5XQKBgQDknSCz+yM5W7V4u5jGM6DpQAf17pzHy7IMFyreeOIPTOxMzqsr',
      'm4pcHH1/qt9LL0mNuMvNGtga3YNyII3XuQtT5ber8t9bNmWY2nKJcyHzThQKmFim+NBR/GFPCJSKO4ka/UNgHrZ7zblBIeXWnp9I',
      'JMi6WbyxWoIlwyY6I3LYzQKBgQDGe6WT8aOiO53+IyabRe3ZObH+y6ijfmhDbmMN3Zn541ZJ/GgigHzZOGyUZ4HPs78DlqMdUpIK',
      '+HDFpsdxKY0Mwk0Z5dk32HzG0Omu9M/Xvj9AQmlOGOohV6ZQzOGhk84snE1s26zlV8faP+XmkydNMRmMF5j5vkIIziTdCU1tHwKB',
      'gGBLgxvsm8CsTXsmYcqSsqOtMe04bdeGiF+pXohJGMdjGmGb5+O9Z4E3CvG8ssODjpLglQ+2z/I4/gYTikukiQ30w/HsooJUHmVN',
      'FlOpKFLIv45a73Sdd3ohOYfF0HONcknpBfk11p29YNv7gElvlR4ZSGeeJun5erqXQcHZbqW9AoGAO5+TGsEg3bA5Asm+ZDB6haGe',
      'RaMaMprbaT40xUqHYZiYKDuJcKvWVU5s15vMU/9z5vkOYNWYB3GgNs+l4+mOdIG9tYTlXrBKs1K4kBT8hpug1oXcqlgzpPZ2gJk7',
      'QlVrPt1pKMVIx9A5uecuAbi8uqSAPyQrkQJFRe3fBwMvXhMCgYEAldEy8mEbaW7jKx8WgB+y3qWYbEeKpIH66Rzey5NDEDhghnK+',
      '/lLMMtH+C1Su8WCMkWAsdTGjhQvfZXYGgGkYDr+3mN3QTh1OkeTHvh7rGhPHaeMnlXWT54QQQk5HfwGwe6oRQpJ24AdlxrtAbV5m',
      'jSBjqeVADDA4a7pllj8Wpyc=',
    ].join(''),
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
});

/**
 * Opens a SecurityCredential (RSA PKCS#1 v1.5, base64). `null` when it was sealed in another way. Node no longer removes
 * this padding, so it is read here: 0, 2, at least 8 other bytes, 0, the text.
 */
export function openSealed(credential: string): string | null {
  try {
    const padded = privateDecrypt({ key: KEY, padding: constants.RSA_NO_PADDING }, Buffer.from(credential, 'base64'));
    return /^\u0000\u0002[^\u0000]{8,}\u0000(.*)$/s.exec(padded.toString('latin1'))?.[1] ?? null;
  } catch {
    return null;
  }
}
