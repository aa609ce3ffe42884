import { type ReactNode, useState } from 'react'
import { Controls } from './controls.tsx'
import { Dialogs } from './dialogs.tsx'
import { Frame } from './frame.tsx'
import type { Link } from './live-servers.ts'
import type { Placement, Placements } from './placement.ts'
import { useStore } from './store.ts'

interface AppProps {
  readonly server: string
  readonly store: Placements
  readonly live: { link(): Link; subscribe(listener: () => void): () => void }
}

const linkText: Readonly<Record<Link, string>> = {
  connecting: 'Connecting to',
  live: 'Live data from',
  lost: 'No live data from',
}

/** The connection status, with help if the connection is lost. */
function ConnectionStatus({ server, live }: Pick<AppProps, 'server' | 'live'>) {
  const link = useStore({ get: live.link, subscribe: live.subscribe })
  return (
    <p role="status" data-link={link}>
      {linkText[link]} {server}
      {link === 'lost' && '. Check that it is running and that SVC_KEY is set or you are signed in.'}
    </p>
  )
}

/** The preview page: one widget of the project at a time, and its controls. */
export function App({ server, store, live }: AppProps): ReactNode {
  const placements = useStore(store.placements)
  const [index, setIndex] = useState(0)
  const [isEditing, setEditing] = useState(false)
  const placement = placements[index] as Placement
  return (
    <div className="dev-page">
      <header className="dev-header">
        <h1>
          {placement.manifest.name} <small>{placement.manifest.version}</small>
        </h1>
        {placements.length > 1 && (
          <select aria-label="Widget" value={index} onChange={({ target }) => setIndex(Number(target.value))}>
            {placements.map(({ manifest }, at) => (
              <option key={manifest.id} value={at}>
                {manifest.name}
              </option>
            ))}
          </select>
        )}
        <ConnectionStatus server={server} live={live} />
      </header>
      <main className="dev-board">
        <Frame key={placement.manifest.id} placement={placement} isEditing={isEditing} instanceId={String(index)} />
      </main>
      <Controls
        placement={placement}
        isEditing={isEditing}
        setEditing={setEditing}
        resize={(w, h) => store.resize(index, w, h)}
        configure={(config) => store.configure(index, config)}
      />
      <Dialogs />
    </div>
  )
}
