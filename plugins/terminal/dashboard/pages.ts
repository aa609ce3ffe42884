import { definePage } from '@svc/dashboard-sdk'
import { serversPage } from '@svc/plugin-enrollment/dashboard/pages'
import { SquarePlay } from 'lucide-react'

export const terminalPage = definePage({
  id: 'terminal.server',
  path: '/terminal/$serverId',
  title: 'page.title',
  access: 'admin',
  parent: serversPage,
  load: () => import('./terminal-page.tsx'),
})

export const passkeyPage = definePage({
  id: 'terminal.passkey',
  path: '/terminal/$serverId/passkey',
  title: 'passkey.title',
  access: 'admin',
  parent: serversPage,
  load: () => import('./passkeys/passkey-page.tsx'),
})

export interface RecordingsSearch {
  /** id of a server */
  readonly server: string | undefined
  readonly page: number
}

export const recordingsPage = definePage<'/settings/terminal-recordings', RecordingsSearch>({
  id: 'terminal.recordings',
  path: '/settings/terminal-recordings',
  title: 'recordings.title',
  access: 'admin',
  nav: { group: 'settings', section: 'access', icon: SquarePlay, order: 30, hint: 'recordings.hint' },
  search: ({ server, page }) => ({
    server: server || undefined,
    page: Math.max(1, Number.parseInt(page ?? '', 10) || 1),
  }),
  load: () => import('./recordings/recordings-page.tsx'),
})

export const recordingPage = definePage({
  id: 'terminal.recording',
  path: '/settings/terminal-recordings/$recordingId',
  title: 'recordings.one',
  access: 'admin',
  parent: recordingsPage,
  load: () => import('./recordings/recording-page.tsx'),
})
