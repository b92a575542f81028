import { Box, Button, Group, Input, Paper, TextInput } from '@mantine/core';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useId, useState } from 'react';
import { useTexts } from '../../language/language.tsx';
import { cspNonce } from '../../shell/csp-nonce.ts';
import { editorTexts } from './editor-texts.ts';

/**
 * What the server keeps in a description, no less: what the editor does not know is lost when another word is changed.
 */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: { openOnClick: false, defaultProtocol: 'https' },
  }),
];

interface DescriptionEditorProps {
  label: string;
  /** The initial content. */
  html: string;
  editable: boolean;
  onChange: (html: string) => void;
}

export function DescriptionEditor({ label, html, editable, onChange }: DescriptionEditorProps) {
  const id = useId();
  const editor = useEditor({
    extensions,
    content: html,
    editable,
    injectNonce: cspNonce(),
    editorProps: { attributes: { 'aria-labelledby': id, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
      <Paper withBorder>
        {editable ? <Toolbar editor={editor} label={label} /> : null}
        <Box px="sm" className="description-editor">
          <EditorContent editor={editor} />
        </Box>
      </Paper>
    </Input.Wrapper>
  );
}

function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const t = useTexts(editorTexts);
  const [linking, setLinking] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      heading: now.isActive('heading', { level: 2 }),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      link: now.isActive('link'),
    }),
  });
  const button = (name: keyof typeof on, act: () => void) => (
    <Button
      key={name}
      size="compact-sm"
      variant={on[name] ? 'filled' : 'default'}
      aria-pressed={on[name]}
      onClick={act}
    >
      {t[name]}
    </Button>
  );
  const write = () => editor.chain().focus();
  return (
    <Group gap={4} p={4} role="toolbar" aria-label={t.toolbar(label)}>
      {button('bold', () => write().toggleBold().run())}
      {button('italic', () => write().toggleItalic().run())}
      {button('heading', () => write().toggleHeading({ level: 2 }).run())}
      {button('bulletList', () => write().toggleBulletList().run())}
      {button('orderedList', () => write().toggleOrderedList().run())}
      {button('link', () => (on.link ? write().unsetLink().run() : setLinking(!linking)))}
      {linking ? (
        <LinkField
          onLink={(href) => {
            setLinking(false);
            write().setLink({ href }).run();
          }}
        />
      ) : null}
    </Group>
  );
}

/** Not a form of its own, because it is inside one. */
function LinkField({ onLink }: { onLink: (href: string) => void }) {
  const t = useTexts(editorTexts);
  const [href, setHref] = useState('https://');
  return (
    <Group gap={4}>
      <TextInput
        size="xs"
        // Not type="url": a half-typed address would keep the form from being saved.
        inputMode="url"
        aria-label={t.linkTo}
        value={href}
        onChange={(event) => setHref(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Or the form around it is sent.
          event.preventDefault();
          onLink(href);
        }}
        // Not data-autofocus: only dialogs look for that.
        autoFocus
      />
      <Button size="compact-sm" onClick={() => onLink(href)}>
        {t.setLink}
      </Button>
    </Group>
  );
}
