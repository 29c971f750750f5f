// The names under which answers about one's own account lie in the query cache.

export const accountKeys = {
  profile: ['me', 'profile'],
  secondFactor: ['me', 'second-factor'],
  sessions: ['me', 'sessions'],
  codeChannels: ['code-channels'],
  deletion: ['me', 'deletion'],
  emailVerification: (token: string) => ['email-verification', token] as const,
} as const
