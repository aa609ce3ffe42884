/** The shell's own texts: all of them are shown around every page. */
export const shellTexts = {
  plugin: 'shell',
  labels: { en: () => import('../locales/en.json'), zh: () => import('../locales/zh.json') },
}
