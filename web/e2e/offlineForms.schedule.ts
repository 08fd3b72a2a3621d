import { call } from './api';
import { inDays } from './dates';
import { notice, alertWith, type, type Form } from './offlineForm';

const page = {
  path: () => '/schedule',
  heading: () => 'Hours and rooms',
  dialog: true,
  failed: alertWith('Not saved yet. Request failed'),
} as const;

/** The forms of the schedule. They plan years ahead, where no other test books, and undo it. */
export const scheduling: readonly Form[] = [
  {
    ...page,
    what: 'the hours of a member',
    component: 'schedule/HoursDialog',
    fill: async (at) => {
      await at
        .getByRole('button', { name: /^Edit the hours of / })
        .first()
        .click();
      const sunday = at.getByRole('dialog').getByRole('group', { name: 'Sunday' });
      await at.getByRole('dialog').getByRole('button', { name: 'Add hours on Sunday' }).click();
      return type([
        [sunday.getByLabel(/^From/), '10:00'],
        [sunday.getByLabel(/^To/), '11:30'],
      ]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Save hours' }),
    saved: notice(/^The hours of .* are saved\./),
    after: async (at) => {
      const { hours } = await call<{ hours: { member_id: number | null }[] }>(
        at,
        'GET',
        '/api/schedule',
      );
      for (const member of new Set(hours.flatMap(({ member_id }) => member_id ?? [])))
        await call(at, 'PUT', `/api/schedule/hours/${member}`, { hours: [] });
    },
  },
  {
    ...page,
    what: 'closed days',
    component: 'schedule/ClosureDialog',
    fill: async (at, { mark }) => {
      await at.getByRole('button', { name: 'Add closed days' }).click();
      const dialog = at.getByRole('dialog', { name: 'Closed days' });
      return type([
        [dialog.getByLabel(/^First day/), await inDays(at, 1500)],
        [dialog.getByLabel(/^Reason/), `Holiday ${mark}`],
      ]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Add closed days' }),
    saved: (at, { mark }) => at.getByText(`Holiday ${mark} added.`),
    after: async (at) => {
      for (const { id } of await call<{ id: number }[]>(at, 'GET', '/api/schedule/closures'))
        await call(at, 'DELETE', `/api/schedule/closures/${id}`);
    },
  },
  {
    ...page,
    what: 'a blocked time',
    component: 'schedule/BlockDialog',
    fill: async (at, { mark }) => {
      await at.getByRole('button', { name: 'Block a time' }).click();
      const dialog = at.getByRole('dialog', { name: 'Blocked time' });
      const day = await inDays(at, 1500);
      return type([
        [dialog.getByLabel(/^From/), `${day}T12:00`],
        [dialog.getByLabel(/^To/), `${day}T13:00`],
        [dialog.getByLabel(/^Reason/), `Lunch ${mark}`],
      ]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Block the time' }),
    saved: (at, { mark }) => at.getByText(`Lunch ${mark}: the time is blocked.`),
  },
  {
    ...page,
    what: 'a room',
    component: 'schedule/ResourceDialog',
    fill: async (at, { mark }) => {
      await at.getByRole('button', { name: 'Add a room or device' }).click();
      return type([
        [
          at.getByRole('dialog', { name: 'New room or device' }).getByLabel(/^Name/),
          `Room ${mark}`,
        ],
      ]);
    },
    save: (at) => at.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }),
    saved: (at, { mark }) => at.getByText(`Room ${mark} added.`),
  },
];
