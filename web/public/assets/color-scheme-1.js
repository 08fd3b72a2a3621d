// Sets the colour scheme before the first paint, so that a dark page does not flash white. MUI's InitColorSchemeScript does the same inline,
// which the CSP forbids. `mui-mode` is what MUI's useColorScheme stores. Files in /assets are cached for ever: rename this one when it changes.
(() => {
  let mode = 'system';
  try {
    mode = localStorage.getItem('mui-mode') || mode;
  } catch {
    // Storage is blocked: use the device's scheme.
  }
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light');
})();
