import './styles/page.css'
import { addChoices } from './script/choices.ts'
import { enhance } from './script/enhance.ts'
import { keepCurrent } from './script/live.ts'
import { addSubscribeForm } from './script/subscribe-form.ts'

addChoices()
addSubscribeForm()
enhance()
keepCurrent(enhance)
