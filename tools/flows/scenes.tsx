import type { ReactElement, ReactNode } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { AnyModel, Model } from 'model-testing/model/define';
import type { Scene } from 'flow-atlas/screens/scene';
import type { View } from 'model-testing/view/screen';
import { getInitialSnapshot } from 'model-testing/view/nested';
import { menuMachine } from '../../src/machines/shell/menu.machine.ts';
import { HeaderView } from '../../src/views/shell/header.view.tsx';
import { ShellView } from '../../src/views/shell/shell.view.tsx';
import { Page } from '../../src/views/parts/page.tsx';

/** Every flow of the browser with its model, its view and the frame around it on a page of the shop. */

const MODELS = import.meta.glob('../../tests/flows/*/*.model.ts', { eager: true });
const VIEWS = import.meta.glob('../../tests/flows/*/*.view.tsx', { eager: true });

/** Machines without a view, with the reason. */
export const UNSEEN: Readonly<Record<string, string>> = {
  'payment-screen': 'It only decides which flow shows a payment: waiting-payment or checkout.',
  'protected-page': 'It shows the requested page or the login page.',
};

type Frame = NonNullable<Scene['Frame']>;

const quiet = () => undefined;
const menu = getInitialSnapshot(menuMachine, undefined);

interface AroundProps {
  readonly header?: ReactNode;
  readonly nav?: ReactNode;
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

function Around({ header, nav = null, footer = null, children }: AroundProps): ReactElement {
  const ours = <HeaderView snapshot={menu} send={quiet} cartQuantity={0} connection={null} search={null} />;
  return (
    <ShellView header={header ?? ours} nav={nav} footer={footer}>
      {children}
    </ShellView>
  );
}

const page: Frame = ({ children }) => (
  <Around>
    <Page>{children}</Page>
  </Around>
);
const narrow: Frame = ({ children }) => (
  <Around>
    <Page width="narrow">{children}</Page>
  </Around>
);
const whole: Frame = ({ children }) => <Around>{children}</Around>;
const inHeader = (part: 'connection' | 'search'): Frame =>
  function InHeader({ children }) {
    const parts = { connection: null, search: null, [part]: children };
    return <Around header={<HeaderView snapshot={menu} send={quiet} cartQuantity={0} {...parts} />} />;
  };

/** Frames of flows that do not have the usual page width. */
const FRAMES: Readonly<Record<string, Frame>> = {
  ...Object.fromEntries(
    ['login', 'sign-up', 'google-sign-in', 'phone-verification'].map((flow) => [flow, narrow] as const),
  ),
  ...Object.fromEntries(
    ['email-confirmation', 'forgot-password', 'reset-password'].map((flow) => [flow, narrow] as const),
  ),
  contact: whole,
  session: whole,
  'waiting-payment': whole,
  'payment-record': whole,
  connection: inHeader('connection'),
  'search-box': inHeader('search'),
  menu: ({ children }) => <Around header={children} />,
  'category-nav': ({ children }) => <Around nav={children} />,
  'top-categories': ({ children }) => <Around footer={children} />,
};

/** Scenes by name of the flow. */
export const scenes: Readonly<Record<string, Scene>> = Object.fromEntries(
  Object.keys(VIEWS).map((file) => {
    const flow = nameIn(file);
    const exported = VIEWS[file] as Readonly<Record<string, unknown>>;
    const models = Object.values(MODELS[file.replace('.view.tsx', '.model.ts')] as object);
    const model = models.find(isModel) as unknown as AnyModel;
    return [flow, { model, view: exported[`${camel(flow)}View`] as View, Frame: FRAMES[flow] ?? page }];
  }),
);

/** Flows that have a model. */
export const flows: readonly string[] = Object.keys(MODELS).map(nameIn);

function nameIn(file: string): string {
  return /([^/]+)\.(?:model|view)\.tsx?$/.exec(file)?.[1] ?? file;
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function isModel(value: unknown): value is Model<AnyStateMachine> {
  return typeof value === 'object' && value !== null && 'machine' in value && 'delays' in value;
}
