// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { CollaboratorsField } from './collaborators-field'
import { type EventValues, eventValues } from './schema'

afterEach(cleanup)

let values: () => EventValues

function Form({ before = [] }: { before?: EventValues['collaborators'] }) {
  const form = useForm<EventValues>({ defaultValues: { ...eventValues(undefined), collaborators: before } })
  values = form.getValues
  return (
    <CollaboratorsField
      form={form}
      people={({ onPick }) => (
        <button type="button" onClick={() => onPick({ id: 9, username: 'marie' })}>
          marie
        </button>
      )}
    />
  )
}

const roleOfNext = () => screen.getByRole('combobox', { name: 'Rôle des personnes que vous ajoutez' })

test('whoever is added organises, unless the door is chosen', async () => {
  render(<Form />)
  await userEvent.click(screen.getByRole('button', { name: 'marie' }))
  await userEvent.selectOptions(roleOfNext(), 'À la porte seulement')
  await userEvent.type(screen.getByLabelText('Adresse e-mail'), 'a@b.cd{Enter}')
  expect(values().collaborators).toEqual([
    { id: 9, name: 'marie', role: 'collaborator' },
    { name: 'a@b.cd', role: 'door' },
  ])
})

test('a role can be changed afterwards, of one person alone', async () => {
  render(
    <Form
      before={[
        { id: 9, name: 'marie', role: 'collaborator' },
        { name: 'a@b.cd', role: 'door' },
      ]}
    />,
  )
  const list = within(screen.getByRole('list', { name: 'Collaborateurs' }))
  const ofMarie = list.getByRole<HTMLSelectElement>('combobox', { name: 'Rôle de marie' })
  expect(ofMarie.selectedOptions[0]?.textContent).toBe('Organise avec moi')
  await userEvent.selectOptions(ofMarie, 'À la porte seulement')
  await userEvent.selectOptions(list.getByRole('combobox', { name: 'Rôle de a@b.cd' }), 'Organise avec moi')
  expect(values().collaborators).toEqual([
    { id: 9, name: 'marie', role: 'door' },
    { name: 'a@b.cd', role: 'collaborator' },
  ])
  await userEvent.click(list.getByRole('button', { name: 'Retirer marie' }))
  expect(values().collaborators).toEqual([{ name: 'a@b.cd', role: 'collaborator' }])
})
