import { expect } from '@playwright/test';

import { press, reads, sees, type Screen } from './screens';

/** The screens for those who are not signed in. */
export const outside: Screen[] = [
  {
    route: 'sign-in',
    path: '/sign-in?because=idle',
    heading: 'Sign in',
    dark: true,
    states: [
      {
        name: 'missing',
        dark: true,
        act: async (page) => {
          await press('Sign in')(page);
          await reads('Enter your password')(page);
        },
      },
    ],
  },
  { route: 'sign-out', path: '/sign-out', heading: 'Sign in', refused: ['401 /api/auth/logout'] },
  {
    route: 'forgot-password',
    path: '/forgot-password',
    heading: 'Forgot your password',
    states: [
      {
        name: 'sent',
        act: async (page) => {
          await page.getByLabel('Email').fill('nobody.here@example.com');
          await press('Send the link')(page);
          await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: 'reset/:token',
    path: '/reset/not-a-real-token',
    heading: 'Choose a new password',
    refused: ['404 /api/auth/reset'],
    states: [
      {
        name: 'too late',
        act: async (page) => {
          await page.getByLabel('New password').fill('a long enough password');
          await press('Save password')(page);
          await expect(
            page.getByRole('heading', { name: 'This link is no longer valid' }),
          ).toBeVisible();
        },
      },
    ],
  },
  {
    route: 'welcome',
    path: '/welcome',
    heading: 'Your clinic is ready',
    refused: ['422 /api/auth/hand-over'],
    arrived: reads(/^This link has been used/),
  },
  { route: 'invite/:token', path: '/invite/not-a-real-token', heading: 'Welcome' },
  { route: 'confirm/:token', path: '/confirm/not-a-real-token', heading: 'Confirm your address' },
  {
    route: 'book',
    path: '/book',
    heading: 'Book an appointment',
    states: [
      {
        name: 'times',
        act: async (page) => {
          await page.locator('.choice').first().click();
          await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible();
          await expect(page.getByRole('button', { name: 'Show later times' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: 'portal/sign/:token?',
    path: ({ waiting }) => waiting,
    heading: 'Hello Ida',
    arrived: sees('Sign consent'),
    refused: ['422 /api/portal/consent/:token/sign'],
    states: [
      {
        name: 'wrong name',
        act: async (page) => {
          await page.getByLabel('Your full name (optional)').fill('Somebody Else');
          await press('Sign consent')(page);
          await reads('Type your first and last name as the clinic has them, or leave this empty.')(
            page,
          );
        },
      },
      {
        name: 'drawing',
        act: async (page) => {
          await press('Add a drawn signature')(page);
          await expect(
            page.getByRole('group', { name: 'Your signature (optional)' }),
          ).toBeVisible();
        },
      },
      {
        name: 'declining',
        act: async (page) => {
          await press('I do not want to sign')(page);
          await press('Decline consent')(page);
          await reads('Please say why, in a few words.')(page);
        },
      },
    ],
  },
  {
    route: 'portal/sign/:token?',
    as: 'signed',
    path: ({ signed }) => signed,
    heading: 'Thank you',
  },
  {
    route: 'portal/sign/:token?',
    as: 'invalid',
    refused: ['404 /api/portal/consent/:token'],
    path: '/portal/sign/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    heading: 'Invalid Link',
  },
  { route: 'portal/sign/:token?', as: 'no token', path: '/portal/sign', heading: 'Invalid Link' },
  {
    route: 'portal/estimate/:token',
    path: ({ givenLink }) => givenLink,
    heading: 'Your Good Faith Estimate',
    onPhone: true,
    arrived: sees('I received it'),
    refused: ['422 /api/portal/estimate/:token/receive'],
    states: [
      {
        name: 'wrong name',
        act: async (page) => {
          await page.getByLabel('Your full name (optional)').fill('Somebody Else');
          await press('I received it')(page);
          await expect(page.getByLabel('Your full name (optional)')).toBeFocused();
          await expect(page.getByLabel('Your full name (optional)')).toHaveAttribute(
            'aria-invalid',
            'true',
          );
        },
      },
      {
        name: 'drawing',
        act: async (page) => {
          await press('Add a drawn signature')(page);
          await expect(
            page.getByRole('group', { name: 'Your signature (optional)' }),
          ).toBeVisible();
        },
        back: press('Leave out the drawn signature'),
      },
      {
        name: 'question, missing',
        keyboard: true,
        act: async (page) => {
          await press('Ask a question')(page);
          await press('Send the question')(page);
          await reads('Please write your question first.')(page);
        },
      },
      {
        name: 'asked',
        act: async (page) => {
          await page
            .getByRole('textbox', { name: 'What would you like to know?' })
            .fill('Is the cream in it?');
          await press('Send the question')(page);
          await reads(/has your question and will contact you\.$/)(page);
        },
      },
      {
        name: 'received',
        act: async (page) => {
          await page.getByLabel('Your full name (optional)').fill('');
          await press('I received it')(page);
          await reads(/^You said that you received this estimate on /)(page);
        },
      },
    ],
  },
  {
    route: 'portal/estimate/:token',
    as: 'received and asked',
    path: ({ receivedLink }) => receivedLink,
    heading: 'Your Good Faith Estimate',
    arrived: reads(/^You said that you received this estimate on /),
  },
  {
    route: 'portal/estimate/:token',
    as: 'replaced',
    refused: ['409 /api/portal/estimate/:token'],
    path: ({ replacedLink }) => replacedLink,
    heading: 'Your Good Faith Estimate',
    arrived: reads(/^There is a newer version of this estimate\./),
  },
  {
    route: 'portal/estimate/:token',
    as: 'invalid or expired',
    refused: ['404 /api/portal/estimate/:token'],
    path: '/portal/estimate/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    heading: 'Invalid Link',
    arrived: reads(
      'This estimate link is invalid or has expired. Please contact the clinic for a new link.',
    ),
  },
  {
    route: 'portal/estimate/:token',
    as: 'no token',
    path: '/portal/estimate/',
    heading: 'Invalid Link',
  },
];
