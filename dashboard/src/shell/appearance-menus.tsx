import { Badge, DropdownMenu, errorText, IconButton, MenuChoice, toast, useLanguage, useT } from '@svc/dashboard-sdk'
import { useTheme } from '@svc/dashboard-sdk/host'
import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { languages } from '../texts.ts'
import { chooseLanguage } from './languages.ts'

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

function LanguageInPreview(props: { name: string; mark: string }): ReactNode {
  return (
    <span className="flex items-center gap-2">
      {props.name} <Badge>{props.mark}</Badge>
    </span>
  )
}

/** Menu items for choosing the language, each in its own language. */
export function LanguageChoices(): ReactNode {
  const t = useT('shell')
  const language = useLanguage()
  const choose = (id: string) => {
    const choice = languages.find((each) => each.id === id)
    if (choice) chooseLanguage(choice).catch((error) => toast.error(errorText(error, t)))
  }
  const options = languages.map(({ id, name, preview }) => ({
    value: id,
    label: preview ? <LanguageInPreview name={name} mark={preview} /> : name,
  }))
  return <MenuChoice value={language} onChange={choose} options={options} />
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
