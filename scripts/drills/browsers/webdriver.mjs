// What the story needs of a browser, in the commands of WebDriver. WebKit takes them over HTTP, Firefox by Marionette, under other names.
/** Each as WebKit's driver has it, and as Firefox has it. */
const COMMANDS = {
  open: ({ url }) => ['POST', '/url', { url }, 'WebDriver:Navigate'],
  address: () => ['GET', '/url', {}, 'WebDriver:GetCurrentURL'],
  find: (params) => ['POST', '/elements', params, 'WebDriver:FindElements'],
  findIn: ({ element, ...params }) => ['POST', `/element/${element}/elements`, params, 'WebDriver:FindElements'],
  name: ({ element }) => ['GET', `/element/${element}/computedlabel`, {}, 'WebDriver:GetComputedLabel'],
  click: ({ element }) => ['POST', `/element/${element}/click`, {}, 'WebDriver:ElementClick'],
  clear: ({ element }) => ['POST', `/element/${element}/clear`, {}, 'WebDriver:ElementClear'],
  type: ({ element, text }) => ['POST', `/element/${element}/value`, { text }, 'WebDriver:ElementSendKeys'],
  run: (params) => ['POST', '/execute/sync', params, 'WebDriver:ExecuteScript'],
  runAsync: (params) => ['POST', '/execute/async', params, 'WebDriver:ExecuteAsyncScript'],
  act: (params) => ['POST', '/actions', params, 'WebDriver:PerformActions'],
  windows: () => ['GET', '/window/handles', {}, 'WebDriver:GetWindowHandles'],
  enter: ({ handle }) => ['POST', '/window', { handle }, 'WebDriver:SwitchToWindow'],
  leave: () => ['DELETE', '/window', {}, 'WebDriver:CloseWindow'],
  picture: () => ['GET', '/screenshot', {}, 'WebDriver:TakeScreenshot'],
};

/** The key under which WebDriver gives an element. */
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** One command over HTTP; the answer's value. */
export function overHttp(base) {
  return async (command, params = {}) => {
    const [method, path, body] = COMMANDS[command](params);
    const answer = await fetch(base + path, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${command}: ${value?.error}: ${value?.message}`);
    return value;
  };
}

/** The same by Marionette: `send` has the command's name there and its parameters. */
export function byMarionette(send) {
  return async (command, params = {}) => {
    const { element, ...others } = params;
    const answer = await send(COMMANDS[command](params)[3], { ...others, ...(element && { id: element, element }) });
    return answer?.value === undefined ? answer : answer.value;
  };
}
