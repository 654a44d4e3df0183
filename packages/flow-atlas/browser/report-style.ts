/** Style of the report's page, for narrow and wide windows, light and dark. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f5f6f8;--text:#1b1f24;--soft:#545c66;--line:#8a93a0;--link:#0a4fb3;--passed:#0b6b34;--failed:#b3151c;--unsure:#7a4b00;--wrong:#fdecec}
@media (prefers-color-scheme:dark){:root{--ground:#14171b;--raised:#1f242b;--text:#e9ecf0;--soft:#aab3be;--line:#6d7784;--link:#8ab9ff;--passed:#6fd796;--failed:#ff9a9a;--unsure:#f2c063;--wrong:#3a1d20}}
*{box-sizing:border-box}
[hidden]{display:none!important}
html{scroll-padding-top:1rem}
body{margin:0 auto;max-width:100rem;padding:1rem;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1rem;margin:0}
header p,small,figcaption{color:var(--soft)}
header p{margin:0 0 1rem}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100rem}
.skip:focus{position:static}
form{display:flex;flex-wrap:wrap;gap:.75rem 1.25rem;align-items:center;padding:.75rem;margin-bottom:1rem;background:var(--raised);border-radius:.5rem}
fieldset{display:flex;flex-wrap:wrap;gap:.25rem 1rem;border:0;margin:0;padding:0;align-items:center}
legend{float:left;padding:0;margin-right:1rem}
form label{display:inline-flex;align-items:center;gap:.4rem;min-height:2rem}
input,button{font:inherit;color:inherit;accent-color:var(--link)}
input[type=radio]{width:1.1rem;height:1.1rem;margin:0}
input[type=search]{min-width:0;width:14rem;max-width:100%;padding:.25rem .5rem;background:var(--ground);border:1px solid var(--line);border-radius:.25rem}
button{padding:.25rem .75rem;background:var(--ground);border:1px solid var(--line);border-radius:.25rem;cursor:pointer;min-width:6rem}
output{color:var(--soft)}
nav details{border:0;padding:0}
nav ol{list-style:none;margin:0 0 1rem;padding:0}
nav a{display:block;padding:.3rem .25rem;text-decoration:none;color:var(--text);border-radius:.25rem}
nav a:hover{text-decoration:underline}
.mark{font-weight:600;font-size:.875rem;white-space:nowrap}
.passed .mark,.mark.passed{color:var(--passed)}
.mark.failed{color:var(--failed)}
.mark.unchecked,.mark.left-out,em{color:var(--unsure)}
main:focus{outline:0}
details{border-top:1px solid var(--line);scroll-margin-top:1rem}
summary{padding:.6rem .25rem;cursor:pointer}
summary h2{display:inline}
dl{display:grid;grid-template-columns:minmax(4.5rem,max-content) 1fr;gap:.25rem 1rem;margin:.25rem 0 1rem}
dt{color:var(--soft)}
dd{margin:0}
dd ul{margin:0;padding-left:1.1rem}
.steps{margin:0 0 1.5rem;padding-left:1.75rem}
.steps>li{margin-bottom:1rem}
.steps>li>p{margin:0;font-weight:600}
.steps>li>ul{margin:.25rem 0;padding-left:1.1rem}
.not-reached{color:var(--soft)}
.wrong{background:var(--wrong);border-left:.25rem solid var(--failed);padding:.5rem .75rem;margin:.5rem 0}
.wrong strong{color:var(--failed)}
.wrong p{margin:.25rem 0 0;font-weight:400}
figure{margin:.5rem 0}
figure a{display:block;max-width:60rem}
img{display:block;max-width:100%;height:auto;border:1px solid var(--line)}
figcaption{font-size:.875rem;max-width:60rem}
@media (min-width:64rem){body{padding:1.5rem 2rem}.columns{display:grid;grid-template-columns:20rem minmax(0,1fr);gap:2rem}nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:.5rem}}
`;
