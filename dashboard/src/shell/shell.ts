import {
  defineDashboard,
  fill,
  homeFigures,
  homePage,
  homeProblems,
  homeSections,
  paletteSources,
  settingsPage,
} from '@svc/dashboard-sdk'

/** The shell's own pages, registered like those of a plugin that always runs. All of its texts are global. */
export const shell = defineDashboard({
  plugin: 'shell',
  pages: [
    {
      ...homePage,
      opensWith: [homeFigures, homeProblems, homeSections].map((slot) => ({ slot, count: Number.POSITIVE_INFINITY })),
      load: () => import('./home-page.tsx'),
    },
    { ...settingsPage, load: () => import('./settings-page.tsx') },
  ],
  slots: [
    fill(paletteSources, {
      id: 'shell.pages',
      order: 10,
      component: async () => ({ default: (await import('./palette-pages.tsx')).PalettePages }),
    }),
    fill(paletteSources, {
      id: 'shell.settings',
      order: 80,
      component: async () => ({ default: (await import('./palette-pages.tsx')).PaletteSettings }),
    }),
    fill(paletteSources, { id: 'shell.actions', order: 90, component: () => import('./palette-actions.tsx') }),
  ],
})
