import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { NewPatient, Patient, PossibleDuplicate } from '@/api/generated';
import { open, servePatients } from '@/features/patients/testing';
import { maybeAmelia } from '@/testing/duplicates';
import { amelia, staffSession } from '@/testing/records';
import { server } from '@/testing/server';

let records: Patient[] = [];

beforeEach(() => {
  records = [amelia];
  servePatients(() => records);
});

describe('adding a patient', () => {
  let opened: Awaited<ReturnType<typeof open>>;

  async function openForm() {
    opened = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add patient' }));
    return within(await screen.findByRole('dialog', { name: 'Add patient' }));
  }

  test('needs both names', async () => {
    const form = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
    expect(await form.findByText('First name is required')).toBeVisible();
    expect(form.getByText('Last name is required')).toBeVisible();
    expect(form.getByLabelText(/^First name/)).toHaveFocus();
  });

  test('sends what was typed, says so and shows the new record', async () => {
    const sent: NewPatient[] = [];
    server.use(
      http.post('*/api/patients', async ({ request }) => {
        const body = (await request.json()) as NewPatient;
        sent.push(body);
        const patient = {
          ...amelia,
          id: 200,
          first_name: body.first_name,
          last_name: body.last_name,
        };
        records.push(patient);
        return HttpResponse.json(patient, { status: 201 });
      }),
    );
    const form = await openForm();
    await userEvent.type(form.getByLabelText(/^First name/), 'Nora');
    await userEvent.type(form.getByLabelText(/^Last name/), 'Lindqvist');
    await userEvent.type(form.getByLabelText(/^Email/), 'nora@example.com');
    await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
    expect(await screen.findByText('Nora Lindqvist was added.')).toBeVisible();
    expect(await screen.findByRole('rowheader', { name: 'Nora Lindqvist' })).toBeVisible();
    expect(sent).toEqual([
      {
        first_name: 'Nora',
        last_name: 'Lindqvist',
        birth_date: null,
        phone: null,
        email: 'nora@example.com',
        confirmed: [],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  describe('a patient who exists already', () => {
    const warnings = [
      {
        code: 'duplicate',
        message: 'Amelia Hart, born Jan 10, 1980, is a patient already.',
        patient_id: 101,
      },
    ];
    const sent: NewPatient[] = [];

    async function addAgain() {
      sent.length = 0;
      server.use(
        http.post('*/api/patients', async ({ request }) => {
          const body = (await request.json()) as NewPatient;
          sent.push(body);
          if (body.confirmed?.includes('duplicate'))
            return HttpResponse.json({ ...amelia, id: 200 }, { status: 201 });
          return HttpResponse.json(
            { error: 'Please look at this before it is saved.', code: 'unconfirmed', warnings },
            { status: 409 },
          );
        }),
      );
      const form = await openForm();
      await userEvent.type(form.getByLabelText(/^First name/), 'Amelia');
      await userEvent.type(form.getByLabelText(/^Last name/), 'Hart');
      await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
      expect(
        await form.findByText('Amelia Hart, born Jan 10, 1980, is a patient already.'),
      ).toBeVisible();
      return form;
    }

    test('has a warning, and can be added anyway', async () => {
      const form = await addAgain();
      expect(form.getByLabelText(/^First name/)).toHaveValue('Amelia');
      await userEvent.click(form.getByRole('button', { name: 'Add anyway' }));
      expect(await screen.findByText('Amelia Hart was added.')).toBeVisible();
      expect(sent.map(({ confirmed }) => confirmed)).toEqual([[], ['duplicate']]);
    });

    test('can be opened instead, without a question about what was typed', async () => {
      const form = await addAgain();
      await userEvent.click(form.getByRole('button', { name: 'Open the record' }));
      await waitFor(() => expect(window.document.querySelector('[role=dialog]')).toBeNull());
      expect(opened.router.state.location.pathname).toBe('/patients/101');
      expect(sent).toHaveLength(1);
    });

    test('is no longer shown once the name is changed', async () => {
      const form = await addAgain();
      await userEvent.type(form.getByLabelText(/^Last name/), 'ley');
      expect(form.queryByRole('button', { name: 'Add anyway' })).not.toBeInTheDocument();
      // Nor, in the middle of typing, once it is the same again.
      await userEvent.keyboard('{Backspace}{Backspace}{Backspace}');
      expect(form.getByLabelText(/^Last name/)).toHaveValue('Hart');
      expect(form.getByLabelText(/^Last name/)).toHaveFocus();
      expect(form.queryByRole('button', { name: 'Add anyway' })).not.toBeInTheDocument();
    });
  });

  describe('a patient who may be the same person', () => {
    const sent: NewPatient[] = [];
    let bodies: unknown[];

    async function addSimilar(found: PossibleDuplicate[] = [maybeAmelia]) {
      sent.length = 0;
      bodies = [];
      server.use(
        http.post('*/api/patients/duplicates', async ({ request }) => {
          bodies.push(await request.json());
          return HttpResponse.json(found);
        }),
        http.post('*/api/patients', async ({ request }) => {
          sent.push((await request.json()) as NewPatient);
          return HttpResponse.json({ ...amelia, id: 200, first_name: 'Amelie' }, { status: 201 });
        }),
      );
      const form = await openForm();
      await userEvent.type(form.getByLabelText(/^First name/), 'Amelie');
      await userEvent.type(form.getByLabelText(/^Last name/), 'Hart');
      await userEvent.type(form.getByLabelText(/^Phone/), '555 010 1000');
      await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
      return form;
    }

    test('is shown in words with the reasons, and can be added anyway', async () => {
      const form = await addSimilar();
      expect(
        await form.findByText(
          'Very likely the same person: Amelia Hart, born Jan 10, 1980, (555) 010-1000. Same birth date and phone, similar name.',
        ),
      ).toBeVisible();
      expect(bodies).toEqual([
        {
          first_name: 'Amelie',
          last_name: 'Hart',
          birth_date: null,
          phone: '555 010 1000',
          email: null,
        },
      ]);
      expect(sent).toEqual([]);
      await userEvent.click(form.getByRole('button', { name: 'Add anyway' }));
      expect(await screen.findByText('Amelie Hart was added.')).toBeVisible();
      expect(sent.map(({ confirmed }) => confirmed)).toEqual([['duplicate']]);
    });

    test('can be opened instead', async () => {
      const form = await addSimilar();
      await userEvent.click(await form.findByRole('button', { name: 'Open the record' }));
      await waitFor(() => expect(opened.router.state.location.pathname).toBe('/patients/101'));
      expect(sent).toEqual([]);
    });

    test('is told apart from others by the name on each button, and asked about anew once the phone is changed', async () => {
      const sofia = {
        ...maybeAmelia,
        patient: { ...maybeAmelia.patient, id: 102, first_name: 'Sofia' },
        likeness: 'possible' as const,
      };
      const form = await addSimilar([maybeAmelia, sofia]);
      expect(
        await form.findByRole('button', { name: 'Open the record of Sofia Hart' }),
      ).toBeVisible();
      expect(form.getByText(/^Possibly the same person: Sofia Hart/)).toBeVisible();
      await userEvent.type(form.getByLabelText(/^Phone/), '9');
      expect(form.queryByRole('button', { name: 'Add anyway' })).not.toBeInTheDocument();
    });

    test('is not asked about where that cannot be found out', async () => {
      server.use(
        http.post(
          '*/api/patients/duplicates',
          () => HttpResponse.json({ error: 'Busy.', code: 'busy' }, { status: 503 }),
          { once: true },
        ),
      );
      const form = await openForm();
      server.use(
        http.post('*/api/patients', () =>
          HttpResponse.json({ ...amelia, id: 200, first_name: 'Amelie' }, { status: 201 }),
        ),
      );
      await userEvent.type(form.getByLabelText(/^First name/), 'Amelie');
      await userEvent.type(form.getByLabelText(/^Last name/), 'Hart');
      await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
      expect(await screen.findByText('Amelie Hart was added.')).toBeVisible();
    });
  });

  test.each([
    [
      'says that the plan allows no more',
      {
        error:
          "Your plan's new patients for this month are used up. Choose a larger plan to add more.",
        code: 'patients',
      },
      402,
      "Your plan's new patients for this month are used up. Choose a larger plan to add more.",
    ],
    [
      'names the field',
      {
        error: 'Some fields are not valid.',
        code: 'not_valid',
        fields: { email: 'Another patient has this email' },
      },
      422,
      'Another patient has this email',
    ],
    [
      'knows no field',
      { error: 'The clinic is closed for maintenance.', code: 'unavailable' },
      503,
      'The clinic is closed for maintenance.',
    ],
  ])('keeps the form when the server refuses and %s', async (_what, answer, status, words) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.post('*/api/patients', () => HttpResponse.json(answer, { status })));
    const form = await openForm();
    await userEvent.type(form.getByLabelText(/^First name/), 'Nora');
    await userEvent.type(form.getByLabelText(/^Last name/), 'Lindqvist');
    await userEvent.type(form.getByLabelText(/^Email/), 'nora@example.com');
    await userEvent.click(form.getByRole('button', { name: 'Add patient' }));
    expect(await form.findByText(words)).toBeVisible();
    expect(form.getByLabelText(/^First name/)).toHaveValue('Nora');
    expect(form.getByLabelText(/^Email/)).toHaveValue('nora@example.com');
    // The specification requires it in the console as well, without what was typed.
    expect(log.mock.calls).toEqual([['A patient could not be added:', status]]);
    log.mockRestore();
  });
});

describe('a link that asks for a new patient', () => {
  test('opens the dialog, once', async () => {
    const { router } = await open('/?new');
    const dialog = await screen.findByRole('dialog', { name: 'Add patient' });
    expect(router.state.location.search).toBe('');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('shows a role that may not add patients the list alone', async () => {
    server.use(http.get('*/api/auth/session', () => HttpResponse.json(staffSession)));
    const { router } = await open('/?new');
    await screen.findByRole('row', { name: /Amelia Hart/ });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('');
  });
});
