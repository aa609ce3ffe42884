import { errorText, PaletteGroup, PaletteItem, toast, useLanguage, useSession, useT } from '@svc/dashboard-sdk'
import { useTheme } from '@svc/dashboard-sdk/host'
import { Languages, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { languages } from '../texts.ts'
import { chooseLanguage } from './languages.ts'

const themes = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'system', icon: Monitor },
] as const

/** Appearance and account actions in the command palette. */
export default function PaletteActions(): ReactNode {
  const t = useT('shell')
  const { choice, choose } = useTheme()
  const language = useLanguage()
  const { signOut } = useSession()
  return (
    <PaletteGroup heading={t('palette.actions')}>
      {themes
        .filter(({ value }) => value !== choice)
        .map(({ value, icon }) => (
          <PaletteItem
            key={value}
            id={`theme ${value}`}
            icon={icon}
            label={t('palette.theme', { theme: t(`user.${value}`) })}
            onSelect={() => choose(value)}
          />
        ))}
      {languages
        .filter(({ id }) => id !== language)
        .map((other) => (
          <PaletteItem
            key={other.id}
            id={`language ${other.id}`}
            icon={Languages}
            label={t('palette.language', { language: other.name })}
            keywords={['language']}
            onSelect={() => void chooseLanguage(other).catch((error) => toast.error(errorText(error, t)))}
          />
        ))}
      <PaletteItem id="sign-out" icon={LogOut} label={t('user.signOut')} onSelect={() => void signOut()} />
    </PaletteGroup>
  )
}
