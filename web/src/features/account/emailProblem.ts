import { emailPattern } from '@/lib/email';

/** What is wrong with an e-mail address as typed. */
export function emailProblem(email: string): string | undefined {
  const given = email.trim();
  if (!given) return 'Enter your email';
  return emailPattern.test(given) ? undefined : 'Enter a valid email address';
}
