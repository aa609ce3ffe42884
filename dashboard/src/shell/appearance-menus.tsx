import {
  DropdownMenu,
  errorText,
  IconButton,
  type Language,
  MenuChoice,
  toast,
  useLanguage,
  useT,
} from '@svc/dashboard-sdk'
import { useTheme } from '@svc/dashboard-sdk/host'
import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { chooseLanguage, languages } from './languages.ts'

/** Menu items for choosing the theme. */
export function ThemeChoices(): ReactNode {
  const t = useT('shell')
  const { choice, choose } = useTheme()
  return (
    <MenuChoice
      value={choice}
      onChange={choose}
      options={[
        { value: 'system', label: t('user.system'), icon: Monitor },
        { value: 'light', label: t('user.light'), icon: Sun },
        { value: 'dark', label: t('user.dark'), icon: Moon },
      ]}
    />
  )
}

/** Menu items for choosing the language, each in its own language. */
export function LanguageChoices(): ReactNode {
  const t = useT('shell')
  const language = useLanguage()
  const choose = (next: Language) => chooseLanguage(next).catch((error) => toast.error(errorText(error, t)))
  return <MenuChoice value={language} onChange={(next) => void choose(next)} options={languages} />
}

export function ThemeMenu(): ReactNode {
  const t = useT('shell')
  const { theme } = useTheme()
  return (
    <DropdownMenu trigger={<IconButton label={t('user.theme')}>{theme === 'dark' ? <Moon /> : <Sun />}</IconButton>}>
      <ThemeChoices />
    </DropdownMenu>
  )
}

export function LanguageMenu(): ReactNode {
  const t = useT('shell')
  return (
    <DropdownMenu
      trigger={
        <IconButton label={t('user.language')}>
          <Languages />
        </IconButton>
      }
    >
      <LanguageChoices />
    </DropdownMenu>
  )
}
