import { Checkbox, type Column, IconButton, RelativeTime, Table, useT } from '@svc/dashboard-sdk'
import type { ListedBlock } from '@svc/plugin-firewall/contract'
import { ShieldOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Applied, OnServer } from './applied.tsx'
import { Expiry } from './expiry.tsx'
import { OriginBadge } from './origin-badge.tsx'
import { Scope } from './scope.tsx'

/** Which rows are selected. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  toggle(id: string): void
}

/** Blocks, newest first. */
export function BlockTable(props: {
  blocks: readonly ListedBlock[] | undefined
  error: unknown
  onRetry: () => void
  empty: ReactNode
  /** all of them are of one server, and `state` is that on it */
  isOfServer: boolean
  onOpen: (id: string) => void
  /** undefined: the user must not change anything */
  selection?: Selection | undefined
  onDelete?: ((block: ListedBlock) => void) | undefined
}): ReactNode {
  const { blocks, error, onRetry, empty, isOfServer, onOpen, selection, onDelete } = props
  const t = useT()
  const status = (block: ListedBlock) =>
    isOfServer ? <OnServer state={block.state} /> : <Applied applied={block.applied} />
  const select: Column<ListedBlock>[] = selection
    ? [
        {
          id: 'select',
          label: t('select.column'),
          className: 'w-8 pr-0 [td&]:align-top',
          cell: ({ id, target }) => (
            <Checkbox
              aria-label={t('select.one', { target })}
              checked={selection.ids.has(id)}
              onChange={() => selection.toggle(id)}
            />
          ),
        },
      ]
    : []
  const remove: Column<ListedBlock>[] = onDelete
    ? [
        {
          id: 'actions',
          label: t('column.actions'),
          className: 'w-12 text-right [td&]:align-top',
          cell: (block) => (
            <IconButton size="sm" label={t('row.delete', { target: block.target })} onClick={() => onDelete(block)}>
              <ShieldOff aria-hidden />
            </IconButton>
          ),
        },
      ]
    : []
  const columns: Column<ListedBlock>[] = [
    ...select,
    {
      id: 'target',
      header: t('column.target'),
      className: '[td&]:align-top',
      cell: (block) => (
        <div className="min-w-0">
          <button
            type="button"
            aria-label={t('row.open', { target: block.target })}
            onClick={() => onOpen(block.id)}
            className="break-all rounded-xs text-left font-medium font-mono text-xs leading-5 hover:text-accent hover:underline"
          >
            {block.target}
          </button>
          {block.comment && <p className="wrap-anywhere line-clamp-2 text-muted text-xs">{block.comment}</p>}
          <div className="mt-1 flex flex-col gap-1 text-xs md:hidden">
            {status(block)}
            <span className="text-muted">
              {t('column.expires')}: <Expiry block={block} />
            </span>
          </div>
        </div>
      ),
    },
    ...(isOfServer
      ? []
      : [
          {
            id: 'scope',
            header: t('column.scope'),
            className: 'min-w-28 [td&]:align-top max-lg:hidden',
            cell: (block: ListedBlock) => <Scope block={block} />,
          },
        ]),
    { id: 'status', header: t('column.applied'), className: '[td&]:align-top max-md:hidden', cell: status },
    {
      id: 'origin',
      header: t('column.origin'),
      className: '[td&]:align-top max-lg:hidden',
      cell: ({ origin }) => <OriginBadge origin={origin} />,
    },
    {
      id: 'created',
      header: t('column.created'),
      className: 'whitespace-nowrap [td&]:align-top max-xl:hidden',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'expires',
      header: t('column.expires'),
      className: 'whitespace-nowrap [td&]:align-top max-md:hidden',
      cell: (block) => <Expiry block={block} />,
    },
    ...remove,
  ]
  return (
    <Table
      caption={t('blocks.list')}
      columns={columns}
      rows={blocks}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  )
}
