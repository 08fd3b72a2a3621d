import { expect, test, type Page } from '@playwright/test';

import { attempt } from './api';
import { otherClinic, home, signedOut, owner, signedInFiles, stamp } from './clinics';
import { expectNothingRan } from './htmlInjection';
import { servePageAt } from './foreignPage';
import { signIn, signOut } from './signIn';

const titled = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test.describe('the policy of the page', () => {
  test('allows nothing inline and names exactly the three Trusted Types policies', async ({
    page,
  }) => {
    const answer = await page.goto(`${home}/sign-in`);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    const rules = Object.fromEntries(
      policy.split(';').map(
        (rule) =>
          rule
            .trim()
            .split(/\s+(.*)/s)
            .slice(0, 2) as [string, string],
      ),
    );
    expect(rules['default-src']).toBe("'none'");
    expect(rules['script-src']).toBe("'self'");
    expect(rules['style-src']).toMatch(/^'self' 'nonce-[\w-]{22}'$/);
    expect(rules['connect-src']).toBe("'self'");
    expect(rules['frame-ancestors']).toBe("'none'");
    expect(rules['base-uri']).toBe("'none'");
    expect(rules['form-action']).toBe("'self'");
    expect(rules['require-trusted-types-for']).toBe("'script'");
    expect(rules['trusted-types']).toBe('dompurify consent-html svelte-trusted-html');
    const again = await page.goto(`${home}/sign-in`);
    expect(again?.headers()['content-security-policy']).not.toBe(policy);
  });

  test('holds in the browser: no string becomes HTML, no further policy is created, no inline script runs', async ({
    page,
  }) => {
    await page.goto(`${home}/patients`);
    await titled(page, 'Clients');
    const tried = await page.evaluate(() => {
      const name = (attempted: () => unknown) => {
        try {
          attempted();
          return 'allowed';
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown';
        }
      };
      const types = (
        window as unknown as {
          trustedTypes: { createPolicy: (policy: string, rules: object) => unknown };
        }
      ).trustedTypes;
      const script = document.createElement('script');
      return {
        html: name(() => (document.createElement('div').innerHTML = '<b>bold</b>')),
        document: name(() => document.write('<p>written</p>')),
        unknownPolicy: name(() =>
          types.createPolicy('mine', { createHTML: (html: string) => html }),
        ),
        knownPolicyTwice: name(() =>
          types.createPolicy('consent-html', { createHTML: (html: string) => html }),
        ),
        scriptText: name(() => (script.text = 'window.ranByMistake = "text"')),
        scriptAddress: name(() => (script.src = '/assets/other.js')),
      };
    });
    // The page with the list has not loaded the consent's own policy, so that one may still be made there, once.
    expect({ ...tried, knownPolicyTwice: '' }).toEqual({
      html: 'TypeError',
      document: 'TypeError',
      unknownPolicy: 'TypeError',
      knownPolicyTwice: '',
      scriptText: 'TypeError',
      scriptAddress: 'TypeError',
    });
    const stopped = await page.evaluate(() =>
      new Promise<string>((resolve) => {
        document.addEventListener(
          'securitypolicyviolation',
          ({ violatedDirective }) => resolve(violatedDirective),
          { once: true },
        );
        const button = document.createElement('button');
        button.setAttribute('onclick', 'window.ranByMistake = "handler"');
        document.body.append(button);
        button.click();
      }).catch((error: unknown) => `${String(error)}`),
    );
    expect(stopped).toMatch(/^(?:script-src-attr|TypeError|require-trusted-types-for)/);
    await expectNothingRan(page);
  });

  test('keeps the app out of every frame', async ({ page }) => {
    const maliciousPage = await servePageAt(otherClinic, `<iframe src="${home}/sign-in"></iframe>`);
    const answered = page.waitForResponse(`${home}/sign-in`);
    await page.goto(maliciousPage.url);
    await answered;
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toEqual([maliciousPage.url, 'chrome-error://chromewebdata/']);
    await maliciousPage.close();
  });
});

test.describe('the cookie', () => {
  test('is out of reach of scripts, belongs to one host, and goes to no other clinic', async ({
    page,
    context,
  }) => {
    const asking = (origin: string, path: string) =>
      page.waitForRequest((request) => request.url().startsWith(`${origin}${path}`));
    const here = asking(home, '/api/patients');
    await page.goto(`${home}/patients`);
    await titled(page, 'Clients');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const cookies = await context.cookies();
    // The session's cookie, and the one that recognizes a known device.
    expect(cookies.map(({ name }) => name.replace('__Host-', '')).toSorted()).toEqual([
      'celadon',
      'celadon-device',
    ]);
    for (const cookie of cookies)
      expect(cookie).toMatchObject({
        domain: new URL(home).hostname,
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
      });
    expect((await (await here).allHeaders())['cookie']).toContain('celadon');
    const there = asking(otherClinic, '/api/auth/session');
    await page.goto(`${otherClinic}/patients`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect((await (await there).allHeaders())['cookie']).toBeUndefined();
    expect(await attempt(page, 'GET', '/api/patients')).toMatchObject({ status: 401 });
  });

  test("is useless to a page at the other clinic's address", async ({ page }, info) => {
    const name = `Forged ${stamp(info.project.name)}`;
    const body = JSON.stringify({ first_name: 'Eve', last_name: name });
    // An attacker's page at a sibling host has no policy of ours.
    const maliciousPage = await servePageAt(
      otherClinic,
      `<form id="form" method="post" enctype="text/plain" action="${home}/api/patients"><input name='${body.slice(0, -1)},"phone":"' value='"}'></form>`,
    );
    await page.goto(maliciousPage.url);
    const tries = await page.evaluate(
      async ({ url, payload }) => {
        const attempts: [string, RequestInit][] = [
          ['plain', { mode: 'no-cors', headers: { 'content-type': 'text/plain' } }],
          ['json', { headers: { 'content-type': 'application/json' } }],
        ];
        const outcome: Record<string, string> = {};
        for (const [kind, options] of attempts) {
          outcome[kind] = await fetch(url, {
            method: 'POST',
            credentials: 'include',
            body: payload,
            ...options,
          }).then(
            (answer) => answer.type,
            () => 'refused',
          );
        }
        return outcome;
      },
      { url: `${home}/api/patients`, payload: body },
    );
    // Without CORS headers the page cannot even read that it was refused.
    expect(tries).toEqual({ plain: 'refused', json: 'refused' });
    const landed = page.waitForResponse(
      (response) =>
        response.url() === `${home}/api/patients` && response.request().isNavigationRequest(),
    );
    await page.evaluate(() => document.querySelector<HTMLFormElement>('#form')?.submit());
    expect((await landed).status()).toBe(403);
    expect(await (await landed).json()).toMatchObject({ code: 'cross_site' });
    await page.goto(`${home}/patients?search=${encodeURIComponent(name)}`);
    await expect(page.getByText('No patients found')).toBeVisible();
    await maliciousPage.close();
  });
});

test.describe('what the browser keeps', () => {
  test('nothing is kept in the browser after a tour of the screens', async ({ page }) => {
    for (const path of [
      '/',
      '/patients',
      '/patients/1',
      '/gfe/1',
      '/digital-consents',
      '/team',
      '/loyalty',
    ]) {
      await page.goto(home + path);
      await titled(page, /./);
      await page.waitForLoadState('networkidle');
    }
    const kept = await page.evaluate(async () => ({
      local: { ...localStorage },
      session: Object.keys(sessionStorage),
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
    expect(kept).toEqual({ local: {}, session: [], databases: [], caches: [], workers: 0 });
    // Nor is an answer cached for the back button or another person.
    const { headers } = await page.evaluate(async () => ({
      headers: [...(await fetch('/api/patients')).headers],
    }));
    expect(Object.fromEntries(headers)['cache-control']).toBe('no-store');
  });

  test.describe('after signing out', () => {
    test.use({ storageState: signedOut });

    test('the back button shows no records', async ({ page }) => {
      await page.goto(`${home}/sign-in?next=/patients`);
      await signIn(page, owner);
      await titled(page, 'Clients');
      const name = page.getByRole('rowheader').nth(1);
      const text = (await name.textContent()) ?? '';
      expect(text).not.toBe('');
      await page
        .getByRole('link', { name: /^View Details/ })
        .nth(1)
        .click();
      await titled(page, text);
      const record = new URL(page.url()).pathname;
      await signOut(page);
      for (const step of ['the record', 'the list']) {
        await test.step(`back to ${step}`, () => page.goBack());
        await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
        expect(await page.content()).not.toContain(text);
      }
      await page.goto(home + record);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      expect(await attempt(page, 'GET', `/api${record}`)).toMatchObject({ status: 401 });
    });
  });

  test("the second clinic's owner cannot use the first one's cookie", async ({ browser }) => {
    const context = await browser.newContext({ storageState: signedInFiles.owner });
    const [cookie] = await context.cookies();
    await context.addCookies([
      {
        name: cookie?.name ?? '',
        value: cookie?.value ?? '',
        url: otherClinic,
        httpOnly: true,
        sameSite: 'Strict',
      },
    ]);
    const page = await context.newPage();
    await page.goto(`${otherClinic}/patients`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await attempt(page, 'GET', '/api/patients')).toMatchObject({ status: 401 });
    await context.close();
  });
});
