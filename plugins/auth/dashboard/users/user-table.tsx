import {
  Badge,
  type Column,
  IconButton,
  RelativeTime,
  type Sort,
  Table,
  useFormat,
  useMe,
  useT,
} from '@svc/dashboard-sdk'
import { Pencil, ShieldCheck, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from './user.ts'

/** Table of users. */
export function UserTable(props: {
  users: readonly User[] | undefined
  sort: Sort
  onSort: (sort: Sort) => void
  error: unknown
  onRetry: () => void
  onEdit: (user: User) => void
  onDelete: (user: User) => void
  empty: ReactNode
}): ReactNode {
  const { users, sort, onSort, error, onRetry, onEdit, onDelete, empty } = props
  const t = useT()
  const format = useFormat()
  const me = useMe()
  const role = ({ role }: User) => (
    <Badge tone={role === 'admin' ? 'accent' : 'neutral'} className="align-middle">
      {t(`users.roles.${role}`)}
    </Badge>
  )
  const seen = ({ last_seen_at }: User) =>
    last_seen_at ? <RelativeTime at={last_seen_at} /> : <span className="text-faint">{t('users.notSignedIn')}</span>

  const columns: Column<User>[] = [
    {
      id: 'name',
      header: t('users.name'),
      sortable: true,
      cell: (user) => (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere font-medium">{user.username}</span>
          {user.id === me.userId && <Badge>{t('users.you')}</Badge>}
          <span className="sm:hidden">{role(user)}</span>
          {user.has_2fa && (
            <Badge tone="ok" className="md:hidden">
              <ShieldCheck aria-hidden />
              {t('users.twoFactor')}
            </Badge>
          )}
          {user.must_change_password && <Badge tone="warn">{t('users.mark.mustChange')}</Badge>}
          {!user.has_password && <Badge>{t('users.mark.noPassword')}</Badge>}
          <span className="w-full text-faint text-xs sm:hidden">
            {t('users.seen')}: {seen(user)}
          </span>
        </div>
      ),
    },
    { id: 'role', header: t('users.role'), sortable: true, className: 'max-sm:hidden', cell: role },
    {
      id: 'two-factor',
      header: t('users.twoFactor'),
      className: 'max-md:hidden',
      cell: ({ has_2fa }) =>
        has_2fa ? (
          <Badge tone="ok" className="align-middle">
            <ShieldCheck aria-hidden />
            {t('users.mark.twoFactor')}
          </Badge>
        ) : (
          <span className="text-faint">{t('users.mark.noTwoFactor')}</span>
        ),
    },
    {
      id: 'seen',
      header: t('users.seen'),
      sortable: true,
      first: 'desc',
      className: 'max-sm:hidden',
      cell: seen,
    },
    {
      id: 'created',
      header: t('users.created'),
      sortable: true,
      first: 'desc',
      className: 'max-lg:hidden whitespace-nowrap',
      cell: ({ created_at }) => <time dateTime={created_at}>{format.date(created_at)}</time>,
    },
    {
      id: 'acts',
      label: t('users.acts'),
      align: 'right',
      className: 'w-24',
      cell: (user) => (
        <div className="flex justify-end">
          <IconButton label={t('users.editName', { name: user.username })} size="sm" onClick={() => onEdit(user)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t('users.deleteName', { name: user.username })} size="sm" onClick={() => onDelete(user)}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ),
    },
  ]
  return (
    <Table
      caption={t('users.title')}
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  )
}
