import {
  Button,
  EmptyState,
  onDemand,
  PageHeader,
  Slot,
  useHoverOrFocus,
  useLive,
  useMe,
  useNavigateToPage,
  usePageSearch,
  useStoredChoice,
  useT,
} from '@svc/dashboard-sdk'
import { FolderCog, Plus, SearchX, Server, Unplug } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { SelectArea } from './bulk/select-area.tsx'
import { makeSelection } from './bulk/selection.ts'
import { useSelecting } from './bulk/use-selection.ts'
import { FleetStrip } from './list/fleet-strip.tsx'
import type { Open } from './list/list-dialogs.tsx'
import { isFiltered, type View, writeSorting } from './list/list-search.ts'
import { ListSkeleton } from './list/list-skeleton.tsx'
import { ListToolbar } from './list/list-toolbar.tsx'
import type { Section } from './list/sections.ts'
import { ServerCards } from './list/server-cards.tsx'
import type { OnServerAction } from './list/server-menu.tsx'
import { ServerTable } from './list/server-table.tsx'
import { useList } from './list/use-list.ts'
import { locationAttribution, serverPage, serversPage } from './pages.ts'

const ListDialogs = onDemand(async () => ({ default: (await import('./list/list-dialogs.tsx')).ListDialogs }))
const BulkBar = onDemand(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }))

const isPhone = () => window.matchMedia('(max-width: 767px)').matches

/** A summary of the fleet and the list of servers. */
export default function ServersPage(): ReactNode {
  const t = useT()
  const { isAdmin } = useMe()
  const { loaded, status } = useLive()
  const [search, setSearch] = usePageSearch(serversPage)
  const [storedView, setStoredView] = useStoredChoice<View>(
    'servers.view',
    isPhone() ? ['cards', 'table'] : ['table', 'cards'],
  )
  const view = search.view ?? storedView
  const [sections, setSections] = useStoredChoice('servers.sections', ['on', 'off'])
  const [chosen, setOpen] = useState<Open>()
  const open = chosen ?? (search.add && isAdmin ? 'add' : undefined)
  const navigate = useNavigateToPage()
  const close = useCallback(() => {
    setOpen(undefined)
    setSearch({ add: undefined })
  }, [setSearch])
  const onAction = useCallback<OnServerAction>(
    (action, id) => {
      if (action === 'enroll') navigate(serverPage, { params: { id }, search: { tab: 'agent' } })
      else setOpen({ action, id })
    },
    [navigate],
  )
  const onTag = useCallback((tag: string) => setSearch({ tag }), [setSearch])
  const { held, handlers } = useHoverOrFocus()
  const list = useList(search, sections === 'on', held)
  const [selection] = useState(makeSelection)
  const selecting = useSelecting(selection)
  const shown = useShown(list.sections)
  useEffect(() => selection.setOrder(shown), [selection, shown])
  const listProps = { sections: list.sections, groupName: list.groupName, onAction, onTag }
  const addButton = (
    <Button variant="primary" onClick={() => setOpen('add')}>
      <Plus aria-hidden />
      {t('add.open')}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={t('list.title')}
        actions={
          isAdmin && (
            <>
              <Button onClick={() => setOpen('groups')}>
                <FolderCog aria-hidden />
                {t('labels.open')}
              </Button>
              {addButton}
            </>
          )
        }
      />
      {!loaded && (status === 'lost' ? <Unreachable /> : <ListSkeleton view={view} />)}
      {loaded && list.servers.length === 0 && (
        <div className="panel">
          <EmptyState
            icon={Server}
            title={t('list.empty')}
            description={t(isAdmin ? 'list.emptyAdmin' : 'list.emptyMember')}
            action={isAdmin && addButton}
          />
        </div>
      )}
      {loaded && list.servers.length > 0 && (
        <>
          <FleetStrip onState={(state) => setSearch({ status: state })} />
          <ListToolbar
            search={search}
            onSearch={setSearch}
            states={list.states}
            inGroups={list.inGroups}
            groups={list.groups}
            columns={list.columns}
            view={view}
            onView={(next) => {
              setStoredView(next)
              setSearch({ view: undefined })
            }}
            sectioned={sections === 'on'}
            onSectioned={(on) => setSections(on ? 'on' : 'off')}
            onSelect={isAdmin ? selection.start : undefined}
          />
          <SelectArea selection={selection} all={() => shown} enabled={isAdmin}>
            <Suspense>{selecting && <BulkBar selection={selection} shown={shown} />}</Suspense>
            <p role="status" className="sr-only">
              {isFiltered(search) ? t('list.found', { count: list.rows.length }) : ''}
            </p>
            {list.rows.length === 0 ? (
              <NoMatch
                onClear={() => setSearch({ q: undefined, status: undefined, group: undefined, tag: undefined })}
              />
            ) : (
              <div {...handlers}>
                {view === 'table' ? (
                  <ServerTable
                    {...listProps}
                    columns={list.columns}
                    sorting={list.sorting}
                    onSort={(next) => setSearch({ sort: next && writeSorting(next) })}
                  />
                ) : (
                  <ServerCards {...listProps} />
                )}
              </div>
            )}
          </SelectArea>
        </>
      )}
      {loaded && <Slot of={locationAttribution} pending={null} />}
      <Suspense>{open && <ListDialogs open={open} onClose={close} onTag={onTag} />}</Suspense>
    </>
  )
}

/** The ids in the order in which they are shown. */
function useShown(sections: readonly Section[]): readonly string[] {
  return useMemo(() => sections.flatMap(({ servers }) => servers.map(({ id }) => id)), [sections])
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useT()
  return (
    <div className="panel">
      <EmptyState
        icon={SearchX}
        title={t('list.noMatch')}
        description={t('list.noMatchHint')}
        action={<Button onClick={onClear}>{t('list.clear')}</Button>}
      />
    </div>
  )
}

function Unreachable() {
  const t = useT()
  return (
    <div className="panel" role="alert">
      <EmptyState icon={Unplug} title={t('list.unreachable')} description={t('list.unreachableHint')} />
    </div>
  )
}
