import type { Browser, BrowserContext, Page } from '@playwright/test';

import { call, openEmpty } from './api';
import { signedOut, stamp } from './clinics';
import { ownersPage, withReauthentication } from './seed';

export const password = 'a long enough password';

export interface Member {
  id: number;
  name: string;
  email: string;
}

/** A new member for this test, signed in in this context. */
export async function newMember(
  browser: Browser,
  context: BrowserContext,
  last_name: string,
  role = 'Nurse',
): Promise<Member> {
  const owners = await ownersPage(browser);
  const email = `${last_name.toLowerCase()}.${stamp('m')}@example.com`;
  const form = {
    first_name: 'Tess',
    last_name,
    email,
    role,
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-05',
  };
  const { member, invite_url } = await withReauthentication<{
    member: { id: number };
    invite_url: string;
  }>(owners, 'POST', '/api/team', form);
  await owners.context().close();
  const visitor = await context.newPage();
  await openEmpty(visitor);
  await call(visitor, 'POST', '/api/auth/accept-invite', {
    token: invite_url.split('/').at(-1),
    password,
  });
  await visitor.close();
  return { id: member.id, name: `Tess ${last_name}`, email };
}

export async function removeMember(browser: Browser, { id }: Member) {
  const owners = await ownersPage(browser);
  await withReauthentication(owners, 'DELETE', `/api/team/${id}`);
  await owners.context().close();
}

/** Runs `work` as a new member of this role, who is removed afterwards. */
export async function asMember(
  browser: Browser,
  role: string,
  work: (page: Page, member: Member) => Promise<void>,
) {
  const context = await browser.newContext({ storageState: signedOut });
  const member = await newMember(browser, context, role.split(' ')[0] ?? role, role);
  await work(await context.newPage(), member);
  await context.close();
  await removeMember(browser, member);
}
