// The story of web/e2e/story.spec.ts in short, in browsers that are not Chromium: ./scripts/test browsers. Played by each with its own
// means: real keys, a real pen, and the names that the browser's accessibility has for things.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, test } from 'node:test';
import { tidy } from '../../lib/process.mjs';
import { firefox } from './firefox.mjs';
import { Person } from './person.mjs';
import { ELEMENT } from './webdriver.mjs';
import { webkit } from './webkit.mjs';

const people = JSON.parse(fs.readFileSync(process.env.CELADON_DEMO, 'utf8'));
const owner = people.find(({ is_owner }) => is_owner);
const home = owner.url;

/** Three days from now in the clinic's zone, so that the whole day is still to come. */
const day = () => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

after(() => tidy());

const launch = async (browser) => new Person(await browser.launch());

for (const browser of [firefox, webkit]) {
  const missing = browser.missing();
  if (missing && process.env.CI) throw new Error(missing);

  test(`a day in ${browser.name}, from the sign-in to the print`, { skip: missing }, async (t) => {
    const mark = `${browser.name}${Date.now().toString(36)}`;
    const name = `Nora Ellery ${mark}`;
    const staff = await launch(browser);
    let record;
    let link;
    t.diagnostic(`${browser.name} ${staff.version}`);
    /** What fails ends the story, because each part goes on with what the one before has made. */
    const step = async (title, work) => {
      const began = Date.now();
      await work();
      t.diagnostic(`${title}: ${Date.now() - began} ms`);
    };

    await step('the owner signs in', async () => {
      await staff.open(`${home}/`);
      await staff.fill('textbox', 'Email', owner.email);
      await staff.fill('textbox', 'Password', owner.password);
      await staff.press('button', 'Sign in');
      await staff.find('heading', 'Dashboard');
    });

    await step('a patient is added and found again', async () => {
      await staff.press('link', /^Patients/);
      await staff.press('button', 'Add patient');
      const dialog = await staff.find('dialog', 'Add patient');
      await staff.fill('textbox', /^First name/, 'Nora', dialog);
      await staff.fill('textbox', /^Last name/, `Ellery ${mark}`, dialog);
      await staff.fill('textbox', /^Email/, `${mark}@example.com`, dialog);
      await staff.press('button', 'Add patient', dialog);
      await staff.sees(`${name} was added.`);
      await staff.fill('searchbox', 'Search patients', mark);
      await staff.sees('1 match');
      await staff.press('link', `View Details of ${name}`);
      await staff.find('heading', name);
      record = new URL(await staff.command('address')).pathname;
    });

    await step('she is booked', async () => {
      await staff.open(`${home}/appointments`);
      const form = await staff.find('form', 'Book an appointment');
      await staff.fill('combobox', /^Patient/, mark, form);
      await staff.press('option', new RegExp(mark));
      await staff.choose(/^Service/, 'Consultation', form);
      const time = await staff.fill('textbox', /^Date and time/, `${day()}T10:00`, form);
      assert.equal(await staff.value(time), `${day()}T10:00`);
      await staff.press('button', 'Book appointment', form);
      await staff.sees(`${name} is booked for `);
    });

    await step('a consent is issued', async () => {
      await staff.open(home + record);
      await staff.choose(/^Consent template/, 'Botulinum toxin (Botox)');
      await staff.press('button', 'Issue consent');
      link = await staff.value(await staff.find('textbox', /^Portal link/));
      assert.match(link, new RegExp(`^${home}/portal/sign/[\\w-]{43}$`));
    });

    await step('she signs it with a pen, in a browser that has nothing but the link', async () => {
      const patient = await launch(browser);
      await patient.open(link);
      await patient.find('heading', 'Hello Nora');
      await patient.fill('textbox', /^Your full name/, name);
      await patient.press('button', 'Add a drawn signature');
      const box = await patient.find('group', /^Your signature/);
      const canvas = await patient.find('img', undefined, box);
      t.diagnostic(`drawn with a ${await patient.draw(canvas)}`);
      await patient.find('img', /: signed$/, box);
      await patient.press('button', 'Sign consent');
      await patient.find('heading', 'Thank you');
      await patient.open(link);
      const copy = await patient.find('article', 'Your copy');
      await patient.sees(`Signed electronically by ${name}`, copy);
      const drawn = await patient.find('img', 'Your drawn signature', copy);
      const [width, height, dark] = await patient.run(`
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: arguments[0].naturalWidth, height: arguments[0].naturalHeight });
        const brush = canvas.getContext('2d');
        brush.drawImage(arguments[0], 0, 0);
        const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] < 100 && data[at + 3] > 200) dark += 1;
        return [canvas.width, canvas.height, dark];`, { [ELEMENT]: drawn });
      assert.deepEqual([width, height], [400, 120]);
      assert.ok(dark > 200 && dark < (width * height) / 4, `${dark} dark pixels`);
    });

    await step('the open record learns of it by itself, and shows it', async () => {
      const consents = await staff.find('region', 'Digital Consents');
      await staff.sees(/\bSigned\b/, consents);
      await staff.press('button', /^Open /, consents);
      const dialog = await staff.find('dialog');
      await staff.sees(`Signed electronically by ${name}`, dialog);
      await staff.find('img', `Signature of ${name}`, dialog);
      await staff.press('button', 'Close', dialog);
    });

    await step('the record prints as a PDF', async () => {
      const before = await staff.command('windows');
      await staff.press('button', `Print PDF: the record of ${name}`);
      const opened = await staff.until('a new tab', async () => {
        // WebKit opens no tab so long after the press: then the PDF waits behind a button of its own.
        const [waiting] = await staff.all('link', /^Open the PDF: /);
        if (waiting) await staff.command('click', { element: waiting });
        return (await staff.command('windows')).find((handle) => !before.includes(handle));
      });
      await staff.command('enter', { handle: opened });
      const address = await staff.until('the PDF', async () => /\/api\/documents\/\d+\/file$/.exec(await staff.command('address'))?.[0]);
      await staff.command('leave');
      await staff.command('enter', { handle: before[0] });
      assert.deepEqual(await staff.fetched(address), [200, 'application/pdf', '%PDF-']);
    });
  });
}
