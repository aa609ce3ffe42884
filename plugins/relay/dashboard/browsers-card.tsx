import { Badge, Button, Card, type Column, DeleteDialog, RelativeTime, Table, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'
import { type BrowserView, browserPath, webPushPath } from './push-view.ts'

/** All browsers in which the user gets notifications. */
export function BrowsersCard(props: {
  browsers: readonly BrowserView[] | undefined
  currentId: string | undefined
  error: unknown
  onRetry: () => void
  onTest: (browser: BrowserView) => void
}): ReactNode {
  const { browsers, currentId, error, onRetry, onTest } = props
  const t = useT()
  const [removing, setRemoving] = useState<BrowserView>()
  const columns: Column<BrowserView>[] = [
    {
      id: 'name',
      header: t('push.name'),
      cell: ({ id, name }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere font-medium">{name}</span>
          {id === currentId && <Badge tone="accent">{t('push.current')}</Badge>}
        </span>
      ),
    },
    {
      id: 'added',
      header: t('push.added'),
      className: 'max-sm:hidden whitespace-nowrap',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'actions',
      label: t('push.turnOff'),
      align: 'right',
      cell: (browser) => (
        <span className="flex flex-wrap justify-end gap-2">
          <Button size="sm" aria-label={t('push.testName', { name: browser.name })} onClick={() => onTest(browser)}>
            {t('push.test')}
          </Button>
          <Button
            size="sm"
            aria-label={t('push.removeName', { name: browser.name })}
            onClick={() => setRemoving(browser)}
          >
            {t('push.turnOff')}
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Card flush title={t('push.browsers')} description={t('push.browsersLead')}>
      <Table
        caption={t('push.browsers')}
        columns={columns}
        rows={browsers}
        rowKey={({ id }) => id}
        error={error}
        onRetry={onRetry}
        empty={<p className="p-5 text-center text-muted text-sm">{t('push.browsersEmpty')}</p>}
      />
      {removing && (
        <DeleteDialog
          path={browserPath(removing.id)}
          invalidates={[webPushPath]}
          title={t('push.removeTitle', { name: removing.name })}
          description={t('push.removeText')}
          action={t('push.turnOff')}
          done={t('push.turnedOff', { name: removing.name })}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  )
}
