import {
  Button,
  Card,
  EmptyState,
  errorText,
  PageHeader,
  SearchInput,
  useFormat,
  useMe,
  usePageSearch,
  useT,
} from '@svc/dashboard-sdk'
import { SearchX, UserPlus } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { usersPage } from '../pages.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { useUsers } from './use-users.ts'
import type { User } from './user.ts'
import { filterUsers } from './user-list.ts'
import { UserTable } from './user-table.tsx'
import { searchOf, sortOf } from './users-search.ts'

/** User administration. */
export default function UsersPage(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { userId } = useMe()
  const [search, setSearch] = usePageSearch(usersPage)
  const { users, error, refetch, more, loadMore, isLoadingMore, loadMoreError, updateLater, appendLater } = useUsers()
  const [dialog, setDialog] = useState<{ act: 'edit' | 'delete'; user: User } | 'add'>()
  const shown = useMemo(() => users && filterUsers(users, search), [users, search])
  const close = () => setDialog(undefined)

  // The search is local, so load all pages.
  const searching = search.q !== undefined && more && !isLoadingMore && !loadMoreError
  useEffect(() => {
    if (searching) void loadMore()
  }, [searching, loadMore])

  return (
    <>
      <PageHeader
        title={t('users.title')}
        description={t('users.lead')}
        actions={
          <Button variant="primary" onClick={() => setDialog('add')}>
            <UserPlus aria-hidden />
            {t('users.add')}
          </Button>
        }
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SearchInput
          value={search.q ?? ''}
          onChange={(q) => setSearch({ q: q.slice(0, 256) || undefined })}
          placeholder={t('users.search')}
        />
        <p role="status" className="figures min-h-4 px-1 text-faint text-xs">
          {shown &&
            t(search.q ? 'users.matching' : more ? 'users.countMore' : 'users.count', {
              count: shown.length,
              number: format.number(shown.length),
            })}
        </p>
      </div>
      <Card flush>
        <UserTable
          users={shown}
          sort={sortOf(search)}
          onSort={(sort) => setSearch(searchOf(sort))}
          error={error}
          onRetry={() => void refetch()}
          onEdit={(user) => setDialog({ act: 'edit', user })}
          onDelete={(user) => setDialog({ act: 'delete', user })}
          empty={
            <EmptyState
              icon={SearchX}
              title={t('users.noMatch')}
              action={<Button onClick={() => setSearch({ q: undefined })}>{t('users.unfilter')}</Button>}
            />
          }
        />
        {more && (
          <div className="flex flex-wrap items-center justify-center gap-3 border-t px-5 py-3">
            {loadMoreError && (
              <p role="alert" className="text-danger text-sm">
                {errorText(loadMoreError, t)}
              </p>
            )}
            <Button busy={isLoadingMore} onClick={() => void loadMore()}>
              {t('users.more')}
            </Button>
          </div>
        )}
      </Card>
      {dialog === 'add' && <AddUserDialog onAdded={appendLater} onClose={close} />}
      {typeof dialog === 'object' && dialog.act === 'edit' && (
        <EditUserDialog
          user={dialog.user}
          self={dialog.user.id === userId}
          onSaved={(user) => updateLater(user.id, user)}
          onClose={close}
        />
      )}
      {typeof dialog === 'object' && dialog.act === 'delete' && (
        <DeleteUserDialog
          user={dialog.user}
          self={dialog.user.id === userId}
          onDeleted={() => updateLater(dialog.user.id)}
          onClose={close}
        />
      )}
    </>
  )
}
