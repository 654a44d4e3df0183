export const phoneStyle = `
:root { color-scheme: light; --ink: #17212b; --soft: #566472; --line: #d9e0e6; --paper: #fff; --ground: #eef2f5; --accent: #0b6e4f; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1, h2, p { margin: 0; }
h1 { font-size: 20px; }
h2, h3 { font-size: 17px; }
h3 { margin: 0; }
.top { display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: baseline; padding: 18px 24px; background: var(--paper); border-bottom: 1px solid var(--line); }
.top p { color: var(--soft); }
.top .live { margin-left: auto; font-size: 13px; padding: 2px 10px; border-radius: 99px; background: #e3f4ec; color: #0a5a41; }
.top .live[data-state="lost"] { background: #fde8e6; color: #97251b; }
.desk { display: grid; grid-template-columns: 380px minmax(0, 1fr); gap: 32px; max-width: 1180px; margin: 0 auto; padding: 28px 24px 48px; align-items: start; }
.handset { padding: 14px; border-radius: 46px; background: #10161c; box-shadow: 0 24px 60px rgb(16 22 28 / 28%), inset 0 0 0 2px #323d47; }
.screen { display: flex; flex-direction: column; height: 690px; border-radius: 34px; overflow: hidden; background: #f6f8f9; position: relative; }
.bar { display: flex; justify-content: space-between; align-items: center; padding: 12px 26px 6px; background: var(--paper); font-weight: 600; font-size: 14px; font-variant-numeric: tabular-nums; }
.signal { display: flex; gap: 2px; align-items: flex-end; }
.signal i { width: 4px; border-radius: 1px; background: var(--ink); }
.signal i:nth-child(1) { height: 5px; } .signal i:nth-child(2) { height: 8px; } .signal i:nth-child(3) { height: 11px; } .signal i:nth-child(4) { height: 14px; }
.app { padding: 8px 20px 14px; background: var(--paper); border-bottom: 1px solid var(--line); }
.app h2 { font-size: 24px; letter-spacing: -.01em; }
.line { display: flex; gap: 10px; align-items: center; margin-top: 6px; color: var(--soft); font-size: 13px; }
.line select { flex: 1; }
.thread { list-style: none; margin: 0; padding: 16px; overflow-y: auto; flex: 1; display: flex; flex-direction: column; gap: 14px; }
.thread:empty { display: none; }
.empty { margin: auto; padding: 0 48px; text-align: center; color: var(--soft); }
.sms { max-width: 92%; }
.sms.new { animation: arrive .35s ease-out; }
@keyframes arrive { from { opacity: 0; transform: translateY(-10px); } }
@media (prefers-reduced-motion: reduce) { .sms.new, .sheet { animation: none; } }
.sms .meta { font-size: 12px; color: var(--soft); margin: 0 0 4px 12px; }
.sms .bubble { padding: 10px 14px; border-radius: 18px 18px 18px 5px; background: #e4eaef; white-space: pre-wrap; overflow-wrap: anywhere; }
.sms .code { display: inline-flex; gap: 10px; align-items: center; margin: 8px 0 0 4px; min-height: 40px; padding: 0 16px; border: 0; border-radius: 99px; background: var(--accent); color: #fff; font-weight: 600; letter-spacing: .12em; }
.ask { position: absolute; inset: 194px 0 0; display: flex; align-items: center; padding: 20px; background: rgb(16 22 28 / 55%); }
.ask.all { inset: 0; }
.sheet { width: 100%; max-height: 100%; overflow-y: auto; padding: 22px 20px 18px; border-radius: 22px; background: var(--paper); box-shadow: 0 18px 40px rgb(16 22 28 / 35%); animation: arrive .25s ease-out; }
.sheet h3 { color: #0a5a41; letter-spacing: .06em; }
.sheet #ask-text { margin-top: 8px; font-size: 18px; line-height: 1.4; overflow-wrap: anywhere; }
.sheet .from { margin-top: 8px; text-wrap: balance; color: var(--soft); font-size: 14px; }
.sheet .from:empty { display: none; }
.pin { display: flex; gap: 12px; margin: 14px 0 16px; }
.pin i { width: 44px; height: 48px; border: 1px solid #b9c4cd; border-radius: 10px; display: grid; place-items: center; }
.pin i::after { content: ""; width: 10px; height: 10px; border-radius: 50%; background: var(--ink); }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
.choices button { min-height: 46px; padding: 0 6px; border-radius: 12px; white-space: nowrap; }
[tabindex="-1"]:focus { outline: none; }
.menu { width: 100%; margin-top: 10px; border-color: var(--accent); color: var(--accent); }
.lines { display: grid; gap: 10px; }
.lines input, .lines input[type=number], .lines select { width: 100%; }
.choices .main { grid-column: 1 / -1; }
.lines .choices .main { grid-column: auto; }
.choices .main { border-color: var(--accent); background: var(--accent); color: #fff; }
.side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; min-width: 0; }
.panel { padding: 20px 22px; border-radius: 14px; background: var(--paper); border: 1px solid var(--line); }
.panel > p { color: var(--soft); }
form { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; margin-top: 12px; }
form label { display: grid; gap: 4px; font-size: 13px; color: var(--soft); }
select, input, button { font: inherit; min-height: 40px; padding: 0 10px; border-radius: 8px; border: 1px solid #b9c4cd; background: var(--paper); color: var(--ink); }
input[type=number] { width: 84px; }
button { cursor: pointer; padding: 0 16px; font-weight: 600; }
:focus-visible { outline: 3px solid #2f7ee6; outline-offset: 2px; }
output { color: var(--accent); font-size: 14px; min-height: 40px; display: flex; align-items: center; }
.scroll { margin-top: 10px; max-height: 320px; overflow: auto; }
details.mail { padding: 10px 0; border-top: 1px solid var(--line); }
details.mail summary { cursor: pointer; overflow-wrap: anywhere; }
details.mail .meta { margin-top: 6px; font-size: 13px; color: var(--soft); overflow-wrap: anywhere; }
details.mail pre { margin: 8px 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--soft); font-weight: 600; position: sticky; top: 0; background: var(--paper); }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
@media (max-width: 860px) { .desk { grid-template-columns: minmax(0, 1fr); padding: 16px; } .handset { width: 100%; max-width: 400px; margin: 0 auto; } .ask { inset: 0; align-items: start; padding: 56px 12px 12px; } .sheet { padding: 16px; } .top { padding: 12px 16px; } .top h1 { flex: 1; } .top p { order: 1; } .top .live { order: 0; } }
`;
