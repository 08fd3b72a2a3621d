import * as z from 'zod/mini';

import { emailPattern, messages } from '@/lib/validation';

/** What the server stores of a short text and of notes, in characters. */
export const longestText = 200;
export const longestNotes = 10_000;

export const requiredText = (label: string, most = longestText) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, messages.required(label)),
      z.maxLength(most, messages.tooLong(most)),
    );

export const optionalText = (most = longestText) =>
  z.string().check(z.trim(), z.maxLength(most, messages.tooLong(most)));

/** A patient chosen in the search. */
export const chosenPatient = () =>
  z
    .nullable(z.object({ id: z.number(), name: z.string() }))
    .check(z.refine((patient) => patient !== null, messages.patient));

export const requiredEmail = (label: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, messages.required(label)),
      z.regex(emailPattern, { error: messages.email, abort: true }),
    );

export const optionalEmail = () =>
  z.string().check(
    z.trim(),
    z.refine((email) => email === '' || emailPattern.test(email), messages.email),
  );
