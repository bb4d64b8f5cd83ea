import { useState } from 'react'
import { Problem } from '#kit/contract/problem.ts'
import { chooseTheme, themes, useTheme } from '#kit/web/theme.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Progress } from '#kit/web/ui/feedback/progress.tsx'
import { EmptyState, ErrorState, Loading } from '#kit/web/ui/feedback/states.tsx'
import { Toasts } from '#kit/web/ui/feedback/toast.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Alert, Field } from '#kit/web/ui/field/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Key } from '#kit/web/ui/key.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { Dialog, DialogButtons } from '#kit/web/ui/overlay/dialog.tsx'
import { ButtonMenu, Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { Skeleton } from '#kit/web/ui/table/skeleton.tsx'
import { Charts } from './ui-page-charts.tsx'
import { Fields } from './ui-page-fields.tsx'
import { Lists } from './ui-page-lists.tsx'

/** Every part in every state. Only while developing, so in one language. */
export function UiPage() {
  return (
    <main id="content" className="flex h-dvh flex-col">
      <Page title="Parts" count="as they are" actions={<ThemeChoice />}>
        <Buttons />
        <Fields />
        <Lists />
        <Charts />
        <States />
      </Page>
      <Toasts />
    </main>
  )
}

function ThemeChoice() {
  const theme = useTheme()
  return themes.map((one) => (
    <Button
      key={one}
      look={one === theme ? 'quiet' : 'bare'}
      aria-pressed={one === theme}
      onPress={() => chooseTheme(one)}
    >
      {one}
    </Button>
  ))
}

const looks = ['primary', 'plain', 'quiet', 'attention', 'alarm', 'clear', 'bare'] as const

function Buttons() {
  return (
    <Card title="Buttons and menus">
      {(['at rest', 'isPending', 'isDisabled'] as const).map((state) => (
        <div key={state} className="flex flex-wrap items-center gap-2">
          <span className="w-20 text-small text-muted">{state}</span>
          {looks.map((look) => (
            <Button
              key={look}
              look={look}
              isPending={state === 'isPending'}
              isDisabled={state === 'isDisabled'}
            >
              <Icon name="plus" />
              {look}
            </Button>
          ))}
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small">small</Button>
        <IconButton icon="pencil" label="Edit" />
        <IconButton icon="trash" label="Delete" look="plain" />
        <ButtonMenu label="Export" look="plain" button="Export">
          <Item id="a" icon="table">
            As a workbook
          </Item>
          <Item id="b" isDisabled>
            Not now
          </Item>
        </ButtonMenu>
        <Row />
      </div>
      <Asking />
    </Card>
  )
}

/** What can be done with a row, with a main action and without. */
function Row() {
  const items = (
    <>
      <Item id="notify" icon="send">
        Notification
      </Item>
      <Item id="delete" icon="trash" isDanger>
        Delete
      </Item>
    </>
  )
  return (
    <>
      <RowActions name="Ana Pop" main={<Button size="small">Edit</Button>}>
        {items}
      </RowActions>
      <RowActions name="Ana Pop">{items}</RowActions>
    </>
  )
}

function Asking() {
  const { ask, dialog } = useConfirm()
  const [isOpen, setOpen] = useState(false)
  const remove = async () => {
    const isYes = await ask({
      title: 'Are you sure you want to delete this record?',
      message: <p>What Ana Pop sent stays.</p>,
      confirm: 'Delete',
      isDeletion: true,
    })
    if (isYes)
      toast.success({
        title: 'Ana Pop was deleted',
        actions: [{ label: 'Undo', onPress: () => toast.success({ title: 'Ana Pop is back' }) }],
      })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button onPress={() => void remove()}>Ask</Button>
      <Button onPress={() => setOpen(true)}>Open a dialog</Button>
      <Button onPress={() => toast.success({ title: 'Saved' })}>Success</Button>
      <Button
        onPress={() =>
          toast.warning({ title: 'Sent in part', text: '3 of 120 phones were not reached.' })
        }
      >
        Warning
      </Button>
      <Button
        onPress={() =>
          toast.error({
            title: 'Not saved',
            text: 'The server does not answer. What you wrote is kept.',
            actions: [{ label: 'Try again', onPress: () => undefined }],
          })
        }
      >
        Error
      </Button>
      {dialog}
      <Dialog title="Reset password" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Field label="New pin" />
        <DialogButtons>
          <Button onPress={() => setOpen(false)}>Cancel</Button>
          <Button look="primary" onPress={() => setOpen(false)}>
            Confirm
          </Button>
        </DialogButtons>
      </Dialog>
    </div>
  )
}

function States() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <Card title="Loading">
        <Loading />
      </Card>
      <Card title="Failed">
        <ErrorState
          problem={new Problem('server.unavailable', { retryAfterSeconds: 1 })}
          retry={() => undefined}
        />
      </Card>
      <Card title="Nothing">
        <EmptyState icon="person" title="There are no observers yet">
          <Button look="primary">Add an observer</Button>
        </EmptyState>
      </Card>
      <Card title="Alert, badges, keys">
        <Alert>The phone is taken by another observer.</Alert>
        <div className="flex flex-wrap gap-2">
          <Badge>Draft</Badge>
          <Badge tone="done" icon="check">
            Public
          </Badge>
          <Badge tone="ours">Diaspora</Badge>
          <Badge tone="attention">Rehearsal</Badge>
          <Badge tone="alarm" icon="flag">
            3 flagged
          </Badge>
        </div>
        <p>
          <Key>Alt</Key> <Key>↑</Key> moves it
        </p>
      </Card>
      <Card title="Progress">
        <Progress label="Import of observers" done={0} total={100} />
        <Progress label="Import of observers" done={37} total={100} />
        <Progress label="Sending" done={120} total={120} text="120 of 120" />
      </Card>
      <Card title="Skeleton">
        <Skeleton className="w-1/3" />
        <Skeleton />
      </Card>
    </div>
  )
}
