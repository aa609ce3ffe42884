import { defineDashboard, fill, homePage, paletteSources, settingsPage } from '@svc/dashboard-sdk'

/** The shell's own pages, registered like those of a plugin that always runs. All of its texts are global. */
export const shell = defineDashboard({
  plugin: 'shell',
  pages: [
    { ...homePage, load: () => import('./home-page.tsx') },
    { ...settingsPage, load: () => import('./settings-page.tsx') },
  ],
  slots: [
    fill(paletteSources, { id: 'shell.pages', order: 10, component: () => import('./palette-pages.tsx') }),
    fill(paletteSources, { id: 'shell.settings', order: 80, component: () => import('./palette-settings.tsx') }),
    fill(paletteSources, { id: 'shell.actions', order: 90, component: () => import('./palette-actions.tsx') }),
  ],
})
