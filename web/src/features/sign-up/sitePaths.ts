/** The paths of the platform's own host. */
export const sitePaths = {
  home: '/',
  pricing: '/pricing',
  signUp: '/sign-up',
  find: '/find',
} as const;
