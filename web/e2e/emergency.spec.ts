import { expect, test } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { home, stamp } from './clinics';
import { asMember } from './members';
import { screenshots } from './screenshots';

test('a receptionist opens a record in an emergency, reads it, and a director says that it was justified', async ({
  page: owner,
  browser,
}, info) => {
  const shoot = screenshots(info, 'emergency');
  const mark = stamp(info.project.name);
  await owner.goto(home);
  const { id } = await call<{ id: number }>(owner, 'POST', '/api/patients', {
    first_name: 'Nora',
    last_name: `Faint ${mark}`,
    birth_date: '1984-03-02',
    phone: '+12125550142',
  });
  await call(owner, 'POST', '/api/gfe', { patient_id: id, vitals: 'BP: 118/76 mmHg' });
  await call(owner, 'PUT', `/api/patients/${id}/clinical/allergies`, {
    answer: 'listed',
    entries: [{ name: 'Lidocaine', note: 'Swelling' }],
  });

  await asMember(browser, 'Receptionist', async (page, member) => {
    await page.goto(`${home}/patients/${id}`);
    await expect(page.getByText('Lidocaine')).toHaveCount(0);
    await page.getByRole('link', { name: 'Emergency access' }).click();
    await page.getByRole('button', { name: 'Open the record for an hour' }).click();
    await expect(page.getByText('Reason is required')).toBeVisible();
    await page.getByRole('textbox', { name: /^Reason/ }).fill('Fainted in the waiting room');
    await expectAccessible(page);
    await shoot(page, 'open', false);
    await page.getByRole('button', { name: 'Open the record for an hour' }).click();
    await expect(page.getByText('Lidocaine (Swelling)')).toBeVisible();
    await expect(page.getByText(/^Emergency access until /)).toBeVisible();
    await expect(page.getByText('BP: 118/76 mmHg')).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'record');
    await page.getByRole('button', { name: 'End the access' }).click();
    await expect(page.getByRole('button', { name: 'Open the record for an hour' })).toBeVisible();
    await expect(page.getByText('Lidocaine')).toHaveCount(0);

    await owner.goto(home);
    const waiting = owner.getByRole('region', { name: 'Emergency access' });
    await expect(waiting).toBeVisible();
    // Exports by those who read no charts wait there too.
    const more = waiting.getByRole('button', { name: /^Show \d+ more/ });
    if (await more.isVisible()) await more.click();
    await waiting.getByRole('link', { name: new RegExp(`^Look: Nora Faint ${mark}`) }).click();
    // Rows are cards on a phone.
    const row = owner
      .getByRole(info.project.name === 'phone' ? 'listitem' : 'row')
      .filter({ hasText: `Faint ${mark}` });
    await row.getByRole('button', { name: `Assess the access of ${member.name}` }).click();
    const dialog = owner.getByRole('dialog', { name: 'Was this access justified?' });
    await expect(dialog.getByText(/Fainted in the waiting room/)).toBeVisible();
    await dialog.getByLabel(/^Assessment/).selectOption('justified');
    await dialog.getByRole('button', { name: 'Save the assessment' }).click();
    await expect(row.getByText('Justified')).toBeVisible();
    await expectAccessible(owner);
    await shoot(owner, 'list');
  });
});
