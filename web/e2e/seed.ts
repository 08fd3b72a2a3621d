import type { Browser, Page } from '@playwright/test';

import { attempt, call, openEmpty } from './api';
import { owner, provider, signedInFiles, signedOut } from './clinics';

export interface Seeded {
  patientId: number;
  name: string;
  /** The path of a pending consent, and of a signed one. */
  waiting: string;
  signed: string;
  /** A team member who has not chosen a password yet. */
  invited: string;
  memberId: number;
}

interface Issued {
  portal_url: string;
}

/** A page at the home clinic's address for calls alone. */
export async function pageForCalls(
  browser: Browser,
  storageState: typeof signedOut | string,
): Promise<Page> {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await openEmpty(page);
  return page;
}

/** The same for the home clinic's owner. */
export const ownersPage = (browser: Browser) => pageForCalls(browser, signedInFiles.owner);

/** A call that needs a recent reauthentication: in a long run the sign-in of its beginning is too old. */
export async function withReauthentication<T>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const { status } = await attempt(page, 'DELETE', '/api/team/0');
  if (status === 403) await call(page, 'POST', '/api/auth/prove', { password: owner.password });
  return call<T>(page, method, path, body);
}

/** Asks the patient about allergies and pregnancy: without that a treatment is asked about before it is saved. */
export async function askAboutHealth(page: Page, patient: number) {
  for (const [kind, answer] of [
    ['allergies', 'none_known'],
    ['pregnancy', 'neither'],
  ])
    await call(page, 'PUT', `/api/patients/${patient}/clinical/${kind}`, { answer });
}

/** The patient signs the clinic's consent for Botox, without which a chart of it is not complete. */
export async function signForBotox(page: Page, patient: number) {
  const templates = await call<{ id: number; name: string }[]>(
    page,
    'GET',
    '/api/consents/templates',
  );
  const { portal_url } = await call<Issued>(page, 'POST', `/api/consents/${patient}/issue`, {
    templateId: templates.find(({ name }) => name === 'Botulinum toxin (Botox)')?.id,
  });
  await call(page, 'POST', `/api/portal/consent/${portal_url.split('/').at(-1)}/sign`, {});
}

/** The patient signs every consent of the clinic: no service asks for one before a treatment is saved. */
export async function signEveryConsent(page: Page, patient: number) {
  for (const { id } of await call<{ id: number }[]>(page, 'GET', '/api/consents/templates')) {
    const { portal_url } = await call<Issued>(page, 'POST', `/api/consents/${patient}/issue`, {
      templateId: id,
    });
    await call(page, 'POST', `/api/portal/consent/${portal_url.split('/').at(-1)}/sign`, {});
  }
}

/** A treatment recorded by somebody else than the owner, so that the owner may approve it. */
export async function treatAsProvider(browser: Browser, treatment: Record<string, unknown>) {
  const page = await pageForCalls(browser, signedOut);
  await call(page, 'POST', '/api/auth/login', {
    email: provider.email,
    password: provider.password,
  });
  const made = await call<{ id: number }>(page, 'POST', '/api/treatments', {
    ...treatment,
    provider_signature: await anySignature(page, 100),
  });
  await page.context().close();
  return made;
}

/** A picture of a signature as the app would send it. */
export async function anySignature(page: Page, height: 100 | 120): Promise<string> {
  return page.evaluate((high) => {
    const canvas = new OffscreenCanvas(400, high);
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('no canvas');
    brush.fillStyle = '#fff';
    brush.fillRect(0, 0, 400, high);
    brush.lineWidth = 3;
    brush.beginPath();
    brush.moveTo(40, high / 2);
    brush.bezierCurveTo(120, 0, 200, high, 340, high / 3);
    brush.stroke();
    return canvas.convertToBlob({ type: 'image/png' }).then(async (blob) => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return `data:image/png;base64,${btoa(String.fromCodePoint(...bytes))}`;
    });
  }, height);
}

/** A patient with something in every panel of her record: an exam, a pending treatment, a pending consent and a signed one. */
export async function seed(browser: Browser, mark: string): Promise<Seeded> {
  const page = await ownersPage(browser);
  const name = `Ida Moreau ${mark}`;
  const { id } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Ida',
    last_name: `Moreau ${mark}`,
    email: `ida.${mark}@example.com`,
    phone: '(212) 555-0190',
    birth_date: '1978-02-11',
  });
  await askAboutHealth(page, id);
  await call(page, 'POST', '/api/gfe', {
    patient_id: id,
    vitals: 'BP: 121/79 mmHg, HR: 71 bpm',
    ros_skin: 'Denies active rash; Denies cold sores',
    pe_skin: 'Skin warm, dry and intact',
  });
  await treatAsProvider(browser, {
    patient_id: id,
    treatment_type: 'Botox',
    areas: 'Glabella',
    units: 20,
    lot: 'C7654C3',
    notes: 'Tolerated well.',
  });
  await call(page, 'POST', '/api/adverse-events', {
    patient_id: id,
    began_on: '2026-01-15',
    kind: 'nodule',
    severity: 'moderate',
    details: 'A hard lump under the left eye.',
    action: 'Massage, and hyaluronidase.',
  });
  const providers = await call<{ id: number }[]>(page, 'GET', '/api/appointments/providers');
  await call(page, 'POST', '/api/charges', {
    patient_id: id,
    provider_id: providers[0]?.id,
    service: 'A cream',
    quantity: 1,
    unit_price: 24.5,
  });
  const templates = await call<{ id: number }[]>(page, 'GET', '/api/consents/templates');
  const issue = async () => {
    const { portal_url } = await call<Issued>(page, 'POST', `/api/consents/${id}/issue`, {
      templateId: templates[0]?.id,
    });
    return new URL(portal_url).pathname;
  };
  const signed = await issue();
  await call(page, 'POST', `/api/portal/consent/${signed.split('/').at(-1)}/sign`);
  const waiting = await issue();
  const { member } = await withReauthentication<{ member: { id: number } }>(
    page,
    'POST',
    '/api/team',
    {
      first_name: 'Remy',
      last_name: `Okafor ${mark}`,
      email: `remy.${mark}@example.com`,
      role: 'Staff',
      department: 'Support',
      status: 'active',
      hire_date: '2026-01-05',
    },
  );
  await page.context().close();
  return {
    patientId: id,
    name,
    waiting,
    signed,
    invited: `Remy Okafor ${mark}`,
    memberId: member.id,
  };
}

/** Removes what would be in the way of the next run. Patients and their records stay, as they do in a clinic. */
export async function clear(browser: Browser, { memberId }: Seeded) {
  const page = await ownersPage(browser);
  await withReauthentication(page, 'DELETE', `/api/team/${memberId}`);
  await page.context().close();
}
