import { type ReactNode, useState } from 'react'
import { Controls } from './controls.tsx'
import { Dialogs } from './dialogs.tsx'
import { Frame } from './frame.tsx'
import type { Link } from './live-servers.ts'
import { useObserved } from './observed.ts'
import type { Placement, Placements } from './placement.ts'

interface AppProps {
  readonly server: string
  readonly shown: Placements
  readonly live: { link(): Link; subscribe(listener: () => void): () => void }
}

const words: Readonly<Record<Link, string>> = {
  connecting: 'Connecting to',
  live: 'Live data from',
  lost: 'No live data from',
}

/** Says where the data comes from, and what to do when it does not come. */
function Source({ server, live }: Pick<AppProps, 'server' | 'live'>) {
  const link = useObserved({ get: live.link, subscribe: live.subscribe })
  return (
    <p role="status" data-link={link}>
      {words[link]} {server}
      {link === 'lost' && '. Check that it is running and that SVC_KEY is set or you are signed in.'}
    </p>
  )
}

/** The page: the widgets of the project, one at a time, beside what can be changed about them. */
export function App({ server, shown, live }: AppProps): ReactNode {
  const all = useObserved(shown.placements)
  const [index, setIndex] = useState(0)
  const [isEditing, setEditing] = useState(false)
  const placement = all[index] as Placement
  return (
    <div className="dev-page">
      <header className="dev-header">
        <h1>
          {placement.manifest.name} <small>{placement.manifest.version}</small>
        </h1>
        {all.length > 1 && (
          <select aria-label="Widget" value={index} onChange={({ target }) => setIndex(Number(target.value))}>
            {all.map(({ manifest }, at) => (
              <option key={manifest.id} value={at}>
                {manifest.name}
              </option>
            ))}
          </select>
        )}
        <Source server={server} live={live} />
      </header>
      <main className="dev-board">
        <Frame key={placement.manifest.id} placement={placement} isEditing={isEditing} instanceId={String(index)} />
      </main>
      <Controls
        placement={placement}
        isEditing={isEditing}
        setEditing={setEditing}
        resize={(w, h) => shown.resize(index, w, h)}
        configure={(config) => shown.configure(index, config)}
      />
      <Dialogs />
    </div>
  )
}
