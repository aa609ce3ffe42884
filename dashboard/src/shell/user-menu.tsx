import { cn, DropdownMenu, MenuItem, MenuLabel, MenuSeparator, useSession, useT } from '@svc/dashboard-sdk'
import { ChevronsUpDown, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageChoices, ThemeChoices } from './appearance-menus.tsx'

/** The signed-in user, with a menu for theme, language and sign-out. */
export function UserMenu({ collapsed }: { collapsed: boolean }): ReactNode {
  const t = useT('shell')
  const { me, signOut } = useSession()
  if (!me) return null
  return (
    <DropdownMenu
      align="start"
      side="top"
      className="w-56"
      trigger={
        <button
          type="button"
          aria-label={t('user.menu', { name: me.username })}
          className="flex w-full items-center gap-2.5 overflow-hidden rounded-md p-1 text-left transition-colors hover:bg-accent-soft"
        >
          <span className="grid size-7.5 shrink-0 place-items-center rounded-md bg-raised font-semibold text-accent text-xs uppercase shadow-panel">
            {[...me.username][0]}
          </span>
          <span className={cn('min-w-0 flex-1', collapsed && 'sr-only')}>
            <span className="block truncate font-medium text-sm leading-4">{me.username}</span>
            <span className="block text-2xs text-faint">{t(`user.${me.role}`)}</span>
          </span>
          {!collapsed && <ChevronsUpDown className="mr-1 size-3.5 shrink-0 text-faint" aria-hidden />}
        </button>
      }
    >
      <MenuLabel>{t('user.theme')}</MenuLabel>
      <ThemeChoices />
      <MenuSeparator />
      <MenuLabel>{t('user.language')}</MenuLabel>
      <LanguageChoices />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {t('user.signOut')}
      </MenuItem>
    </DropdownMenu>
  )
}
