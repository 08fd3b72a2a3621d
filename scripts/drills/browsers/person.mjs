// Somebody at a browser: finds things by what they are and how they are called, as the browser itself names them.
import { pause } from '../fault/world.mjs';
import { ELEMENT } from './webdriver.mjs';

const PATIENCE = 15_000;

const ROLES = {
  button: 'button, [role=button]',
  link: 'a[href]',
  textbox: 'input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=password], input[type=date], input[type=datetime-local], textarea',
  searchbox: 'input[type=search], [role=searchbox]',
  combobox: 'select, [role=combobox]',
  heading: 'h1, h2, h3',
  dialog: '[role=dialog]',
  form: 'form',
  option: '[role=option]',
  img: 'img, [role=img]',
  group: 'fieldset, [role=group]',
  region: 'section, [role=region]',
  article: 'article',
};

/** Which of the elements are on the screen, and everything that a name could be made of, so that few have to be named one by one. */
const LOOK = `return Array.from(arguments, (one) => {
  const box = one.getBoundingClientRect();
  const isVisible = box.width > 1 && box.height > 1 && getComputedStyle(one).visibility === 'visible';
  const others = (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  const words = [one.getAttribute('aria-label'), one.textContent, one.title, one.alt, one.placeholder, ...others, ...Array.from(one.labels ?? [], (label) => label.textContent)];
  return isVisible && words.filter(Boolean).join(' ');
});`;

const PICK = `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(arguments[0], arguments[1]);
  for (const kind of ['input', 'change']) arguments[0].dispatchEvent(new Event(kind, { bubbles: true }));`;

const same = (name, wanted) => (wanted instanceof RegExp ? wanted.test(name) : name === wanted);
/** Zero-width spaces, which keep a button's height, are not spoken. */
const tidy = (text) => String(text ?? '').replace(/\u200b/g, '').replace(/\s+/g, ' ').trim();

export class Person {
  constructor({ command, version }) {
    Object.assign(this, { command, version });
  }

  open(url) {
    return this.command('open', { url });
  }

  run(script, ...args) {
    return this.command('run', { script, args });
  }

  /** Tries until it is there; what it throws at last is told. */
  async until(what, work) {
    let why = '';
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(100)) {
      try {
        const found = await work();
        if (found) return found;
      } catch (error) {
        // What was found may have been drawn anew meanwhile.
        why = ` (${error.message})`;
      }
    }
    const text = tidy(await this.run('return document.body.innerText').catch(() => ''));
    throw new Error(`${what}: not within ${PATIENCE / 1000} s${why}. The page says: ${text.slice(0, 1500)}`);
  }

  async all(role, name, within) {
    const query = { using: 'css selector', value: ROLES[role] };
    const found = await (within ? this.command('findIn', { ...query, element: within }) : this.command('find', query));
    // WebKit takes elements as arguments, not within a list.
    const words = await this.run(LOOK, ...found);
    const loose = name instanceof RegExp ? new RegExp(name.source.replace(/^\^|\$$/g, '')) : name;
    const named = [];
    for (const [at, one] of found.entries()) {
      if (words[at] === false || (name !== undefined && !(loose instanceof RegExp ? loose.test(tidy(words[at])) : tidy(words[at]).includes(loose)))) continue;
      if (name === undefined || same(tidy(await this.command('name', { element: one[ELEMENT] })), name)) named.push(one[ELEMENT]);
    }
    return named;
  }

  find(role, name, within) {
    return this.until(`${role} ${name ?? ''}`, async () => (await this.all(role, name, within))[0]);
  }

  async press(role, name, within) {
    const element = await this.find(role, name, within);
    await this.until(`pressing ${role} ${name}`, async () => {
      await this.command('click', { element });
      return true;
    });
  }

  async fill(role, name, text, within) {
    const element = await this.find(role, name, within);
    await this.command('clear', { element });
    await this.command('type', { element, text });
    // WebKit has no keys for a date and a time: its picker sets them, as this does.
    if ((await this.value(element)) !== text) await this.run(PICK, { [ELEMENT]: element }, text);
    return element;
  }

  /** Chooses an option of a list by its words. */
  async choose(name, label, within) {
    const element = await this.find('combobox', name, within);
    const option = await this.until(`an option ${label} of ${name}`, async () => {
      const options = await this.command('findIn', { using: 'css selector', value: 'option', element });
      for (const one of options) if (same(tidy(await this.run('return arguments[0].textContent', one)), label)) return one[ELEMENT];
      return undefined;
    });
    await this.command('click', { element: option });
  }

  value(element) {
    return this.run('return arguments[0].value', { [ELEMENT]: element });
  }

  sees(text, within) {
    const where = within ? [{ [ELEMENT]: within }] : [];
    return this.until(`the words ${text}`, async () => {
      const words = tidy(await this.run('return (arguments[0] ?? document.body).innerText', ...where));
      return text instanceof RegExp ? text.test(words) : words.includes(text);
    });
  }

  /** Draws across most of an element, as one signs: with a pen, or with what the browser's driver can move. */
  async draw(element) {
    const target = { [ELEMENT]: element };
    await this.run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', target);
    const { width, height } = await this.run('const { width, height } = arguments[0].getBoundingClientRect(); return { width, height };', target);
    const points = Array.from({ length: 48 }, (_, step) => ({ x: Math.round((-0.38 + (step / 48) * 0.7) * width), y: Math.round(0.3 * Math.sin(step / 2.6) * height) }));
    const move = ({ x, y }, duration = 8) => ({ type: 'pointerMove', origin: target, x, y, duration, pressure: 0.5 });
    const actions = [move(points[0], 0), { type: 'pointerDown', button: 0, pressure: 0.5 }, ...points.slice(1).map((point) => move(point)), { type: 'pointerUp', button: 0 }];
    for (const pointerType of ['pen', 'touch', 'mouse']) {
      try {
        await this.command('act', { actions: [{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }] });
        return pointerType;
      } catch (error) {
        if (pointerType === 'mouse') throw error;
      }
    }
    return undefined;
  }

  /** What the page's own address answers: its status, its kind and the first letters. */
  fetched(path) {
    return this.command('runAsync', {
      args: [path],
      script: `const done = arguments[arguments.length - 1];
        fetch(arguments[0]).then(async (answer) => done([answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 5)]), (error) => done([0, String(error), '']));`,
    });
  }
}
