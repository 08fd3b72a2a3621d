import { emailPattern } from '@/lib/email';

/** What is plainly no address; whether it is somebody's, the server knows. */
export function emailProblem(email: string): string | undefined {
  const given = email.trim();
  if (!given) return 'Enter your email';
  return emailPattern.test(given) ? undefined : 'Enter a valid email address';
}
