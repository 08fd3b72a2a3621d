import type { Page } from '@playwright/test';

/** Opens the rows of all systems of an exam: their texts, quick findings and pickers. */
export async function showAllTexts(page: Page) {
  await page.getByRole('button', { name: 'Show all texts' }).click();
}
