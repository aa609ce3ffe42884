/** The shell's own texts, loaded like those of a plugin. */
export const shellTexts = {
  plugin: 'shell',
  locales: { en: () => import('../locales/en.json'), zh: () => import('../locales/zh.json') },
}
