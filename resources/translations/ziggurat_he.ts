<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="he_IL">
<context>
    <name>labels</name>
    <message>
        <source>Run</source>
        <translation>הרצה</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>עצירה</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>תפריט</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>הקטנת הטקסט</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>הגדלת הטקסט</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>גודל טקסט רגיל</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>ערכת צבעים</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>שפה</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>ייצוא</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>סגירה</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>התקן</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>דפים</translation>
    </message>
    <message>
        <source>File</source>
        <translation>קובץ</translation>
    </message>
    <message>
        <source>View</source>
        <translation>תצוגה</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>menu</comment>
        <translation>הרצה</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>עזרה</translation>
    </message>
    <message>
        <source>Open a recording...</source>
        <translation>פתיחת הקלטה...</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>שמירה</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>שמירה בשם...</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>אחרונים</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>אין קבצים אחרונים</translation>
    </message>
    <message>
        <source>Export picture...</source>
        <translation>ייצוא תמונה...</translation>
    </message>
    <message>
        <source>Export all pages...</source>
        <translation>ייצוא כל הדפים...</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>העתקת התמונה</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>העתקת הטבלה</translation>
    </message>
    <message>
        <source>Export table...</source>
        <translation>ייצוא טבלה...</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>יציאה</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>מצגת</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>קיצורי מקלדת</translation>
    </message>
    <message>
        <source>About Ziggurat</source>
        <translation>אודות Ziggurat</translation>
    </message>
    <message>
        <source>Show this CPU</source>
        <translation>להציג את המעבד הזה</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>התקדמות</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>יחידה</translation>
    </message>
    <message>
        <source>cycles</source>
        <translation>מחזורים</translation>
    </message>
    <message>
        <source>ns</source>
        <translation>ns</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>ציר</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>לינארי</translation>
    </message>
    <message>
        <source>log</source>
        <translation>לוגריתמי</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>סדר</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>מסלול</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>משותף (shared)</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>driver&apos;s choice</source>
        <translation>בחירת הדרייבר</translation>
    </message>
    <message>
        <source>several</source>
        <translation>כמה</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>השוואה</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>ללא</translation>
    </message>
    <message>
        <source>More choices</source>
        <translation>אפשרויות נוספות</translation>
    </message>
    <message>
        <source>Not in this recording</source>
        <translation>לא נמצא בהקלטה הזאת</translation>
    </message>
    <message>
        <source>Ziggurat recordings (*.ziggurat);;All files (*)</source>
        <translation>הקלטות Ziggurat (*.ziggurat);;כל הקבצים (*)</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>תמונות PNG (*.png)</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>טבלאות (*.csv)</translation>
    </message>
    <message>
        <source>Pyramid</source>
        <translation>פירמידה</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>השהיה</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>מקרן</translation>
    </message>
    <message>
        <source>Light desk</source>
        <translation>בהיר</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>כהה</translation>
    </message>
    <message>
        <source>This program was built without CUDA, so it cannot measure a GPU.</source>
        <translation>התוכנה נבנתה בלי CUDA, ולכן אינה יכולה למדוד GPU.</translation>
    </message>
    <message>
        <source>This device cannot run that measurement.</source>
        <translation>ההתקן הזה אינו יכול להריץ את המדידה הזאת.</translation>
    </message>
    <message>
        <source>This recording does not hold that measurement.</source>
        <translation>המדידה הזאת אינה נמצאת בהקלטה.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found.</source>
        <translation>לא נמצא דרייבר של NVIDIA.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is older than this program needs.</source>
        <translation>הדרייבר של NVIDIA ישן מכפי שהתוכנה צריכה.</translation>
    </message>
    <message>
        <source>The NVIDIA driver reports no GPU.</source>
        <translation>הדרייבר של NVIDIA אינו מדווח על שום GPU.</translation>
    </message>
    <message>
        <source>This build has no code for this GPU&apos;s architecture.</source>
        <translation>בגרסה הזאת אין קוד לארכיטקטורה של ה־GPU הזה.</translation>
    </message>
    <message>
        <source>Another program holds this device for itself.</source>
        <translation>תוכנה אחרת מחזיקה את ההתקן לעצמה.</translation>
    </message>
    <message>
        <source>The device has too little free memory for this measurement.</source>
        <translation>בהתקן אין די זיכרון פנוי למדידה הזאת.</translation>
    </message>
    <message>
        <source>The measurement touched memory that is not its own; the device was reset for the next run.</source>
        <translation>המדידה נגעה בזיכרון שאינו שלה; ההתקן אותחל לקראת ההרצה הבאה.</translation>
    </message>
    <message>
        <source>The system ended a launch that took too long.</source>
        <translation>המערכת הפסיקה הרצת kernel שנמשכה יותר מדי זמן.</translation>
    </message>
    <message>
        <source>The device no longer answers.</source>
        <translation>ההתקן הפסיק להגיב.</translation>
    </message>
    <message>
        <source>The measurement&apos;s own check failed, so its numbers are not shown.</source>
        <translation>הבדיקה העצמית של המדידה נכשלה, ולכן המספרים שלה אינם מוצגים.</translation>
    </message>
    <message>
        <source>There is no such device.</source>
        <translation>אין התקן כזה.</translation>
    </message>
    <message>
        <source>The device reported an error.</source>
        <translation>ההתקן דיווח על שגיאה.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>אין קובץ כזה.</translation>
    </message>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>זאת תיקייה ולא קובץ.</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>אי אפשר לקרוא את הקובץ.</translation>
    </message>
    <message>
        <source>The file cannot be written.</source>
        <translation>אי אפשר לכתוב את הקובץ.</translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation>הדיסק מלא.</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>הקובץ ריק.</translation>
    </message>
    <message>
        <source>This is not a Ziggurat recording: its first line is no header.</source>
        <translation>זאת אינה הקלטה של Ziggurat: השורה הראשונה אינה כותרת.</translation>
    </message>
    <message>
        <source>The recording was written by a newer version of Ziggurat.</source>
        <translation>ההקלטה נכתבה בגרסה חדשה יותר של Ziggurat.</translation>
    </message>
    <message>
        <source>This line is not JSON.</source>
        <translation>השורה הזאת אינה JSON.</translation>
    </message>
    <message>
        <source>This line is too long for a recording.</source>
        <translation>השורה הזאת ארוכה מדי להקלטה.</translation>
    </message>
    <message>
        <source>The recording has more rows than can be shown.</source>
        <translation>בהקלטה יש יותר שורות משאפשר להציג.</translation>
    </message>
    <message>
        <source>The file is cut off in the middle of this line.</source>
        <translation>הקובץ נקטע באמצע השורה הזאת.</translation>
    </message>
    <message>
        <source>A field is missing.</source>
        <translation>חסר שדה.</translation>
    </message>
    <message>
        <source>A field has the wrong type.</source>
        <translation>שדה מסוג שגוי.</translation>
    </message>
    <message>
        <source>A size is negative.</source>
        <translation>גודל שלילי.</translation>
    </message>
    <message>
        <source>A number is not finite.</source>
        <translation>מספר שאינו סופי.</translation>
    </message>
    <message>
        <source>This line belongs to a run that never began.</source>
        <translation>השורה הזאת שייכת להרצה שלא התחילה.</translation>
    </message>
    <message>
        <source>This row does not have one value for each column.</source>
        <translation>בשורה הזאת אין ערך אחד לכל עמודה.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>sentence, technical detail</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <comment>file, line, sentence</comment>
        <translation>%1, שורה %2: %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>file, sentence</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Free memory limits the working set to %1.</source>
        <translation>הזיכרון הפנוי מגביל את ה־working set ל־%1.</translation>
    </message>
    <message>
        <source>Measured in huge pages (%1 of them).</source>
        <translation>נמדד בדפי ענק (huge pages), %1 בסך הכול.</translation>
    </message>
    <message>
        <source>No huge pages were to be had: address translation shows in the curve.</source>
        <translation>לא היו דפי ענק (huge pages) זמינים: תרגום הכתובות ניכר בעקומה.</translation>
    </message>
    <message>
        <source>Pinned to core %1.</source>
        <translation>מוצמד לליבה %1.</translation>
    </message>
    <message>
        <source>Not pinned to a core: the system refused, so the scheduler may move it.</source>
        <translation>לא מוצמד לליבה: המערכת סירבה, ולכן המתזמן עלול להזיז אותו.</translation>
    </message>
    <message>
        <source>The clock dropped at %1; that point was measured again.</source>
        <translation>השעון ירד ב־%1; הנקודה נמדדה שוב.</translation>
    </message>
    <message>
        <source>The clock did not settle before measuring; it was last %1.</source>
        <translation>השעון לא התייצב לפני המדידה; לאחרונה היה %1.</translation>
    </message>
    <message>
        <source>live</source>
        <translation>חי</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>מוקלט</translation>
    </message>
    <message>
        <source>recorded %1</source>
        <translation>מוקלט %1</translation>
    </message>
    <message>
        <source>published</source>
        <translation>פורסם</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>חי</translation>
    </message>
    <message>
        <source>Measured live</source>
        <translation>נמדד עכשיו</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>מוקלט</translation>
    </message>
    <message>
        <source>Recorded %1</source>
        <translation>הוקלט %1</translation>
    </message>
    <message>
        <source>Published values</source>
        <translation>ערכים שפורסמו</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>דרייבר %1</translation>
    </message>
    <message>
        <source>SM clock %1</source>
        <translation>שעון ה־SM %1</translation>
    </message>
    <message>
        <source>core clock %1</source>
        <translation>שעון הליבה %1</translation>
    </message>
    <message>
        <source>SM clock up to %1</source>
        <translation>שעון ה־SM עד %1</translation>
    </message>
    <message>
        <source>core clock up to %1</source>
        <translation>שעון הליבה עד %1</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>עוצר</translation>
    </message>
    <message>
        <source>Replaying: %1</source>
        <translation>משוחזר: %1</translation>
    </message>
    <message>
        <source>Measuring: %1</source>
        <translation>נמדד: %1</translation>
    </message>
    <message>
        <source>%1 sizes</source>
        <comment>n / N</comment>
        <translation>%1 גדלים</translation>
    </message>
    <message>
        <source>Replay complete</source>
        <translation>השחזור הושלם</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>הושלם</translation>
    </message>
    <message>
        <source>Stopped, kept %1 sizes</source>
        <comment>n / N</comment>
        <translation>נעצר, נשמרו %1 גדלים</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>נעצר</translation>
    </message>
    <message>
        <source>Failed; what was measured before is kept</source>
        <translation>נכשל; מה שנמדד לפני כן נשמר</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>נותרו %1 שניות</translation>
    </message>
    <message>
        <source>%1 min left</source>
        <translation>נותרו %1 דקות</translation>
    </message>
    <message>
        <source>Looking for GPUs</source>
        <translation>מחפש GPU</translation>
    </message>
    <message>
        <source>Showing the recorded %1.</source>
        <translation>מוצגת הקלטה של %1.</translation>
    </message>
    <message>
        <source>Showing published values of the %1.</source>
        <translation>מוצגים ערכים שפורסמו על %1.</translation>
    </message>
    <message>
        <source>This computer&apos;s CPU can be measured live.</source>
        <translation>את המעבד של המחשב הזה אפשר למדוד עכשיו.</translation>
    </message>
    <message>
        <source>One line was left out. %1</source>
        <translation>שורה אחת הושמטה. %1</translation>
    </message>
    <message>
        <source>%1 lines were left out. The first: %2</source>
        <translation>%1 שורות הושמטו. הראשונה: %2</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>נשמר: %1</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>הועתק</translation>
    </message>
    <message>
        <source>FMA chain</source>
        <translation>שרשרת FMA</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>זיכרון משותף</translation>
    </message>
    <message>
        <source>constant memory</source>
        <translation>זיכרון קבוע</translation>
    </message>
    <message>
        <source>pointer chase</source>
        <translation>מרדף מצביעים</translation>
    </message>
    <message>
        <source>random</source>
        <translation>אקראי</translation>
    </message>
    <message>
        <source>sequential</source>
        <translation>סדרתי</translation>
    </message>
    <message>
        <source>random inside pages</source>
        <translation>אקראי בתוך דפים</translation>
    </message>
    <message>
        <source>through L1</source>
        <translation>דרך L1</translation>
    </message>
    <message>
        <source>past L1</source>
        <translation>מעבר ל־L1</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>דפים</translation>
    </message>
    <message>
        <source>page before, page after</source>
        <translation>הדף הקודם, הדף הבא</translation>
    </message>
    <message>
        <source>run or stop</source>
        <translation>הרצה או עצירה</translation>
    </message>
    <message>
        <source>stop, or leave the presentation</source>
        <translation>עצירה, או יציאה מהמצגת</translation>
    </message>
    <message>
        <source>presentation</source>
        <translation>מצגת</translation>
    </message>
    <message>
        <source>point or tier, with its exact value</source>
        <translation>נקודה או שכבה, עם הערך המדויק</translation>
    </message>
    <message>
        <source>text size</source>
        <translation>גודל הטקסט</translation>
    </message>
    <message>
        <source>open and save recordings</source>
        <translation>פתיחה ושמירה של הקלטות</translation>
    </message>
    <message>
        <source>export picture</source>
        <translation>ייצוא תמונה</translation>
    </message>
    <message>
        <source>copy picture</source>
        <translation>העתקת תמונה</translation>
    </message>
    <message>
        <source>menu</source>
        <translation>תפריט</translation>
    </message>
    <message>
        <source>The memory pyramid of the GPU in the room, measured live.</source>
        <translation>פירמידת הזיכרון של ה־GPU שבחדר, במדידה חיה.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later, with permission to link NVIDIA&apos;s libraries. It comes without any warranty.</source>
        <translation>תוכנה חופשית ברישיון GNU General Public License, גרסה 3 ומעלה, בתוספת היתר לקישור לספריות של NVIDIA. ללא אחריות כלשהי.</translation>
    </message>
    <message>
        <source>Drawn with Qt and QCustomPlot; letters from Inter and Noto Sans Hebrew (SIL Open Font License).</source>
        <translation>מצויר ב־Qt וב־QCustomPlot; האותיות מ־Inter ומ־Noto Sans Hebrew (SIL Open Font License).</translation>
    </message>
    <message>
        <source>This measurement needs a newer GPU architecture.</source>
        <translation>המדידה הזו דורשת ארכיטקטורת GPU חדשה יותר.</translation>
    </message>
    <message>
        <source>The library to compare with was not found on this computer.</source>
        <translation>הספרייה שאליה משווים לא נמצאה במחשב הזה.</translation>
    </message>
    <message>
        <source>Work was split to keep every launch short (%1 launches for the largest size).</source>
        <translation>העבודה פוצלה כדי שכל הרצה תהיה קצרה (%1 הרצות בגודל הגדול ביותר).</translation>
    </message>
    <message>
        <source>Left out for lack of memory or time: %1.</source>
        <translation>לא נמדד, מחוסר זיכרון או זמן: %1.</translation>
    </message>
    <message>
        <source>The result was wrong, so it has no speed: %1.</source>
        <translation>התוצאה שגויה, ולכן אין לה מהירות: %1.</translation>
    </message>
    <message>
        <source>The tensor cores were fed through %1.</source>
        <translation>ליבות הטנזור הופעלו דרך %1.</translation>
    </message>
    <message>
        <source>Version of the reference library: %1.</source>
        <translation>גרסת הספרייה שאליה משווים: %1.</translation>
    </message>
    <message>
        <source>Vector registers of %1.</source>
        <translation>אוגרים וקטוריים של %1.</translation>
    </message>
    <message>
        <source>Every element was checked up to %1; beyond, rows drawn at random.</source>
        <translation>עד %1 נבדק כל איבר בתוצאה; מעבר לכך נבדקו שורות שהוגרלו.</translation>
    </message>
    <message>
        <source>%1, tensor cores</source>
        <translation>%1, ליבות טנזור</translation>
    </message>
    <message>
        <source>tensor cores, %1</source>
        <translation>ליבות טנזור, %1</translation>
    </message>
    <message>
        <source>tiled %1</source>
        <translation>אריחים של %1</translation>
    </message>
    <message>
        <source>%1, one core</source>
        <translation>%1, ליבה אחת</translation>
    </message>
    <message>
        <source>%1, all cores</source>
        <translation>%1, כל הליבות</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>measurement, its parameters</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>רוחב פס</translation>
    </message>
    <message>
        <source>host transfer</source>
        <translation>העברה בין המארח ל־GPU</translation>
    </message>
    <message>
        <source>compute ceiling</source>
        <translation>תקרת חישוב</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>כפל מטריצות</translation>
    </message>
    <message>
        <source>read</source>
        <translation>קריאה</translation>
    </message>
    <message>
        <source>write</source>
        <translation>כתיבה</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>העתקה</translation>
    </message>
    <message>
        <source>global memory</source>
        <translation>זיכרון גלובלי</translation>
    </message>
    <message>
        <source>host to GPU</source>
        <translation>מהמארח ל־GPU</translation>
    </message>
    <message>
        <source>GPU to host</source>
        <translation>מה־GPU למארח</translation>
    </message>
    <message>
        <source>pinned memory</source>
        <translation>זיכרון נעוץ (pinned)</translation>
    </message>
    <message>
        <source>pageable memory</source>
        <translation>זיכרון מדופדף (pageable)</translation>
    </message>
    <message>
        <source>naive, uncoalesced</source>
        <translation>נאיבי, בלי איחוד גישות (uncoalesced)</translation>
    </message>
    <message>
        <source>naive</source>
        <translation>נאיבי</translation>
    </message>
    <message>
        <source>naive, grid-stride loop</source>
        <translation>נאיבי, לולאת grid-stride</translation>
    </message>
    <message>
        <source>1-D register tile</source>
        <translation>אריח אוגרים חד־ממדי</translation>
    </message>
    <message>
        <source>2-D register tile</source>
        <translation>אריח אוגרים דו־ממדי</translation>
    </message>
    <message>
        <source>vectorized loads</source>
        <translation>טעינות וקטוריות</translation>
    </message>
    <message>
        <source>asynchronous copies</source>
        <translation>העתקות אסינכרוניות</translation>
    </message>
    <message>
        <source>warp tiles</source>
        <translation>אריחים ל־warp</translation>
    </message>
    <message>
        <source>naive, %1</source>
        <translation>נאיבי, %1</translation>
    </message>
    <message>
        <source>loops reordered, %1</source>
        <translation>לולאות בסדר אחר, %1</translation>
    </message>
    <message>
        <source>tiles in the caches</source>
        <translation>אריחים שנשארים במטמונים</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>כל הליבות</translation>
    </message>
    <message>
        <source>one core</source>
        <translation>ליבה אחת</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 ליבות</translation>
    </message>
</context>
<context>
    <name>lesson_text</name>
    <message>
        <source>Registers</source>
        <translation>אוגרים (registers)</translation>
    </message>
    <message>
        <source>Shared / L1</source>
        <translation>משותף / L1</translation>
    </message>
    <message>
        <source>L1 data cache</source>
        <translation>מטמון L1 לנתונים</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>מטמון L2</translation>
    </message>
    <message>
        <source>L3 cache</source>
        <translation>מטמון L3</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>זיכרון קבוע</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>זיכרון ההתקן</translation>
    </message>
    <message>
        <source>Main memory</source>
        <translation>הזיכרון הראשי</translation>
    </message>
    <message>
        <source>managed by the compiler</source>
        <translation>מנוהל-מהדר</translation>
    </message>
    <message>
        <source>managed by the programmer</source>
        <translation>מנוהל-מתכנת</translation>
    </message>
    <message>
        <source>managed by hardware</source>
        <translation>מנוהל-חומרה</translation>
    </message>
    <message>
        <source>shared: programmer, L1: hardware</source>
        <translation>משותף: מתכנת, L1: חומרה</translation>
    </message>
    <message>
        <source>compiler</source>
        <translation>מהדר</translation>
    </message>
    <message>
        <source>programmer</source>
        <translation>מתכנת</translation>
    </message>
    <message>
        <source>hardware</source>
        <translation>חומרה</translation>
    </message>
    <message>
        <source>programmer and hardware</source>
        <translation>מתכנת וחומרה</translation>
    </message>
    <message>
        <source>size not reported</source>
        <translation>הגודל לא דווח</translation>
    </message>
    <message>
        <source>%1, one for the device</source>
        <translation>%1, אחד לכל ההתקן</translation>
    </message>
    <message>
        <source>%1, one for all cores</source>
        <translation>%1, אחד לכל הליבות</translation>
    </message>
    <message>
        <source>%1 per SM</source>
        <translation>%1 לכל SM</translation>
    </message>
    <message>
        <source>%1 per group of cores</source>
        <translation>%1 לכל קבוצת ליבות</translation>
    </message>
    <message>
        <source>%1 per core</source>
        <translation>%1 לכל ליבה</translation>
    </message>
    <message>
        <source>%1 in %2 SMs</source>
        <translation>%1 ב-%2 SM</translation>
    </message>
    <message>
        <source>%1 in all</source>
        <translation>%1 בסך הכול</translation>
    </message>
    <message>
        <source>up to %1 of it shared</source>
        <translation>עד %1 מתוכם משותף</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>%1 נמדד</translation>
    </message>
    <message>
        <source>%1 by its data sheet</source>
        <translation>%1 לפי דף הנתונים</translation>
    </message>
    <message>
        <source>%1 in theory</source>
        <translation>%1 להלכה</translation>
    </message>
    <message>
        <source>%1 cycles</source>
        <translation>%1 מחזורים</translation>
    </message>
    <message>
        <source>%1 a register</source>
        <translation>%1 מאוגר</translation>
    </message>
    <message>
        <source>one dependent FMA</source>
        <translation>FMA תלוי אחד</translation>
    </message>
    <message>
        <source>near / far half</source>
        <translation>חצי קרוב / רחוק</translation>
    </message>
    <message>
        <source>shared / L1</source>
        <translation>משותף / L1</translation>
    </message>
    <message>
        <source>reported by the driver</source>
        <translation>דווח בידי מנהל ההתקן</translation>
    </message>
    <message>
        <source>published</source>
        <translation>פורסם</translation>
    </message>
    <message>
        <source>model</source>
        <translation>מודל</translation>
    </message>
    <message>
        <source>measured now</source>
        <translation>נמדד עכשיו</translation>
    </message>
    <message>
        <source>measured, recorded</source>
        <translation>נמדד, הוקלט</translation>
    </message>
    <message>
        <source>cycles per load</source>
        <translation>מחזורים לטעינה</translation>
    </message>
    <message>
        <source>nanoseconds (ns) per load</source>
        <translation>ננו-שניות (ns) לטעינה</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>thread</translation>
    </message>
    <message>
        <source>local variables</source>
        <translation>משתנים מקומיים</translation>
    </message>
    <message>
        <source>in registers while they fit</source>
        <translation>באוגרים, כל עוד יש מקום</translation>
    </message>
    <message>
        <source>process</source>
        <translation>תהליך</translation>
    </message>
    <message>
        <source>all other data</source>
        <translation>כל שאר הנתונים</translation>
    </message>
    <message>
        <source>heap, stack, globals</source>
        <translation>ערימה, מחסנית, גלובליים</translation>
    </message>
    <message>
        <source>registers</source>
        <translation>אוגרים</translation>
    </message>
    <message>
        <source>private to one thread</source>
        <translation>פרטי ל-thread אחד</translation>
    </message>
    <message>
        <source>block</source>
        <translation>block</translation>
    </message>
    <message>
        <source>shared memory</source>
        <translation>זיכרון משותף</translation>
    </message>
    <message>
        <source>all threads of one block</source>
        <translation>כל ה-threads של block אחד</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>רשת (grid)</translation>
    </message>
    <message>
        <source>constant memory</source>
        <translation>זיכרון קבוע</translation>
    </message>
    <message>
        <source>read only, for every thread</source>
        <translation>לקריאה בלבד, לכל thread</translation>
    </message>
    <message>
        <source>global memory</source>
        <translation>זיכרון גלובלי</translation>
    </message>
    <message>
        <source>every thread, whole program</source>
        <translation>כל thread, לאורך כל התוכנית</translation>
    </message>
    <message>
        <source>local memory</source>
        <translation>זיכרון מקומי</translation>
    </message>
    <message>
        <source>private like a register</source>
        <translation>פרטי כמו אוגר</translation>
    </message>
    <message>
        <source>private like a register, but it lives down in %1</source>
        <translation>פרטי כמו אוגר, אבל שוכן למטה ב-%1</translation>
    </message>
    <message>
        <source>spilling</source>
        <translation>גלישה</translation>
    </message>
    <message>
        <source>No keyword names a cache: the hardware decides what lies in it. A GPU has shared memory for this.</source>
        <translation>אין מילת מפתח למטמון: החומרה מחליטה מה יהיה בו. ב-GPU יש לשם כך זיכרון משותף.</translation>
    </message>
    <message>
        <source>Physical: %1</source>
        <translation>פיזי: %1</translation>
    </message>
    <message>
        <source>Physical: what the chip has</source>
        <translation>פיזי: מה שיש בשבב</translation>
    </message>
    <message>
        <source>Logical: what you write</source>
        <translation>לוגי: מה שכותבים</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Size published in: %1</source>
        <translation>הגודל פורסם ב: %1</translation>
    </message>
    <message>
        <source>cached in each SM</source>
        <translation>עם מטמון בכל SM</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>היקף</translation>
    </message>
    <message>
        <source>Lifetime</source>
        <translation>זמן חיים</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>מיקום</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>מילת מפתח</translation>
    </message>
    <message>
        <source>The fastest storage of the chip. The compiler gives each thread its own; every local variable would like to be one.</source>
        <translation>האחסון המהיר ביותר בשבב. המהדר נותן לכל thread אוגרים משלו; כל משתנה מקומי היה רוצה לשבת בהם.</translation>
    </message>
    <message>
        <source>one thread</source>
        <translation>thread אחד</translation>
    </message>
    <message>
        <source>the thread</source>
        <translation>ה-thread</translation>
    </message>
    <message>
        <source>register file of the SM</source>
        <translation>קובץ האוגרים של ה-SM</translation>
    </message>
    <message>
        <source>none: a local variable</source>
        <translation>אין: משתנה מקומי</translation>
    </message>
    <message>
        <source>Too many variables spill to local memory, silently: right results, slow kernel.</source>
        <translation>יותר מדי משתנים גולשים לזיכרון המקומי, בשקט: תוצאות נכונות, kernel איטי.</translation>
    </message>
    <message>
        <source>Tensor-core (MMA) fragments are registers that a whole warp shares.</source>
        <translation>ה-fragments של ליבות הטנזור (MMA) הם אוגרים המשותפים ל-warp שלם.</translation>
    </message>
    <message>
        <source>Shared memory and L1</source>
        <translation>זיכרון משותף (shared) ו-L1</translation>
    </message>
    <message>
        <source>One SRAM in each SM with two uses: shared memory, which you fill by hand, and the L1 cache, which the hardware fills.</source>
        <translation>SRAM אחד בכל SM ולו שני שימושים: זיכרון משותף, שהמתכנת ממלא ידנית, ומטמון L1, שהחומרה ממלאת.</translation>
    </message>
    <message>
        <source>one block (shared)</source>
        <translation>block אחד (משותף)</translation>
    </message>
    <message>
        <source>the block</source>
        <translation>ה-block</translation>
    </message>
    <message>
        <source>SRAM of the SM</source>
        <translation>ה-SRAM של ה-SM</translation>
    </message>
    <message>
        <source>More shared memory leaves less L1: it is one SRAM.</source>
        <translation>יותר זיכרון משותף משאיר פחות L1: זה SRAM אחד.</translation>
    </message>
    <message>
        <source>%1 works inside one block only.</source>
        <translation>%1 פועל בתוך block אחד בלבד.</translation>
    </message>
    <message>
        <source>One cache for all SMs, between them and device memory. Every access that misses L1 comes here; atomics are done here.</source>
        <translation>מטמון אחד לכל ה-SM-ים, בינם לבין זיכרון ההתקן. כל גישה שמחטיאה את L1 מגיעה לכאן; כאן מתבצעות גם פעולות atomic.</translation>
    </message>
    <message>
        <source>the whole device</source>
        <translation>כל ההתקן</translation>
    </message>
    <message>
        <source>until it is evicted</source>
        <translation>עד לפינוי</translation>
    </message>
    <message>
        <source>SRAM beside the SMs</source>
        <translation>SRAM לצד ה-SM-ים</translation>
    </message>
    <message>
        <source>none: the hardware decides</source>
        <translation>אין: החומרה מחליטה</translation>
    </message>
    <message>
        <source>On large chips L2 is two halves: a line in the far half costs about twice as much.</source>
        <translation>בשבבים גדולים L2 מחולק לשני חצאים: שורה בחצי הרחוק עולה בערך פי שניים.</translation>
    </message>
    <message>
        <source>Constant memory</source>
        <translation>זיכרון קבוע (constant)</translation>
    </message>
    <message>
        <source>64 KiB that a kernel can only read. It lies in %1; each SM keeps a small cache of it.</source>
        <translation>זיכרון של 64 KiB שה-kernel יכול רק לקרוא. הוא שוכן ב-%1, ובכל SM יש לו מטמון קטן.</translation>
    </message>
    <message>
        <source>the grid</source>
        <translation>הרשת (grid)</translation>
    </message>
    <message>
        <source>the program</source>
        <translation>התוכנית</translation>
    </message>
    <message>
        <source>%1, cached in each SM</source>
        <translation>%1, עם מטמון בכל SM</translation>
    </message>
    <message>
        <source>Fast only while a warp reads one address (broadcast); different addresses are served one after the other.</source>
        <translation>מהיר רק כשכל ה-warp קורא כתובת אחת (שידור); כתובות שונות מוגשות בזו אחר זו.</translation>
    </message>
    <message>
        <source>Global memory, and local memory</source>
        <translation>זיכרון גלובלי וזיכרון מקומי</translation>
    </message>
    <message>
        <source>%1 outside the chip: huge and slow. Global memory is what every thread sees; local memory is what one thread could not keep in registers.</source>
        <translation>%1 מחוץ לשבב: ענק ואיטי. זיכרון גלובלי הוא מה שכל thread רואה; זיכרון מקומי הוא מה ש-thread אחד לא הצליח להחזיק באוגרים.</translation>
    </message>
    <message>
        <source>the grid (local: one thread)</source>
        <translation>הרשת (מקומי: thread אחד)</translation>
    </message>
    <message>
        <source>the program (local: the thread)</source>
        <translation>התוכנית (מקומי: ה-thread)</translation>
    </message>
    <message>
        <source>“Local” is not near: it is a scope, not a place.</source>
        <translation>„מקומי” אינו קרוב: זה היקף, לא מקום.</translation>
    </message>
    <message>
        <source>%1 marks a kernel; it has nothing to do with global memory.</source>
        <translation>%1 מסמן kernel; אין לו שום קשר לזיכרון הגלובלי.</translation>
    </message>
    <message>
        <source>A few hundred bytes that instructions name directly. The compiler decides which variable is in one.</source>
        <translation>כמה מאות בתים שההוראות פונות אליהם ישירות. המהדר מחליט איזה משתנה יישב באוגר.</translation>
    </message>
    <message>
        <source>a few instructions</source>
        <translation>כמה הוראות</translation>
    </message>
    <message>
        <source>in the core</source>
        <translation>בתוך הליבה</translation>
    </message>
    <message>
        <source>A thread switch stores and reloads them all; a GPU keeps the registers of every thread in place.</source>
        <translation>בהחלפת thread כולם נשמרים ונטענים מחדש; ב-GPU האוגרים של כל thread נשארים במקומם.</translation>
    </message>
    <message>
        <source>Where all data of the program lies. The caches above hold copies of what was used last.</source>
        <translation>כאן שוכנים כל נתוני התוכנית. המטמונים שמעל מחזיקים עותקים של מה שהיה בשימוש לאחרונה.</translation>
    </message>
    <message>
        <source>the process</source>
        <translation>התהליך</translation>
    </message>
    <message>
        <source>as allocated</source>
        <translation>לפי ההקצאה</translation>
    </message>
    <message>
        <source>A missed translation (TLB) costs extra: huge pages make it rare.</source>
        <translation>החטאת תרגום כתובות (TLB) עולה עוד: דפים גדולים הופכים אותה לנדירה.</translation>
    </message>
    <message>
        <source>Filled and emptied by hardware alone: a program can only arrange its accesses so that the cache helps.</source>
        <translation>רק החומרה ממלאת ומפנה אותו: התוכנית יכולה רק לסדר את הגישות שלה כך שהמטמון יעזור.</translation>
    </message>
    <message>
        <source>one core or a few</source>
        <translation>ליבה אחת או כמה</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>כל הליבות</translation>
    </message>
    <message>
        <source>SRAM on the chip</source>
        <translation>SRAM על השבב</translation>
    </message>
    <message>
        <source>A CPU has no shared memory to fill by hand; that choice exists on a GPU.</source>
        <translation>ב-CPU אין זיכרון משותף שממלאים ידנית; הבחירה הזאת קיימת ב-GPU.</translation>
    </message>
    <message>
        <source>device memory</source>
        <translation>זיכרון ההתקן</translation>
    </message>
    <message>
        <source>Latency of one dependent load, as the working set grows</source>
        <translation>ההשהיה של טעינה תלויה אחת, ככל שה-working set גדל</translation>
    </message>
    <message>
        <source>working set (bytes)</source>
        <translation>working set (בתים)</translation>
    </message>
    <message>
        <source>L2, near half</source>
        <translation>L2, החצי הקרוב</translation>
    </message>
    <message>
        <source>L2, far half</source>
        <translation>L2, החצי הרחוק</translation>
    </message>
    <message>
        <source>TLB misses</source>
        <translation>החטאות TLB</translation>
    </message>
    <message>
        <source>unnamed step</source>
        <translation>מדרגה ללא שם</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>זיכרון</translation>
    </message>
    <message>
        <source>L1 + shared</source>
        <translation>L1 + זיכרון משותף</translation>
    </message>
    <message>
        <source>%1 %2 (published)</source>
        <translation>%2 %1 (פורסם)</translation>
    </message>
    <message>
        <source>%1 %2 (model)</source>
        <translation>%2 %1 (מודל)</translation>
    </message>
    <message>
        <source>%1 %2 (reported)</source>
        <translation>%2 %1 (דווח)</translation>
    </message>
    <message>
        <source>measured: fits %1,</source>
        <translation>נמדד: נכנס %1,</translation>
    </message>
    <message>
        <source>from the curve: fits %1,</source>
        <translation>לפי העקומה: נכנס %1,</translation>
    </message>
    <message>
        <source>gone by %1</source>
        <translation>נגמר עד %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Here the latency staircase will grow</source>
        <translation>כאן ייבנו מדרגות ההשהיה</translation>
    </message>
    <message>
        <source>One load after the other, each waiting for the last, over more and more memory. Every stair is a level of the pyramid. Press Run at the top, or Space.</source>
        <translation>טעינה אחר טעינה, כל אחת ממתינה לקודמתה, על פני עוד ועוד זיכרון. כל מדרגה היא רמה בפירמידה. לחצו על „הרצה” למעלה, או על מקש הרווח.</translation>
    </message>
    <message>
        <source>This device tells nothing about its memory.</source>
        <translation>ההתקן הזה אינו מוסר דבר על הזיכרון שלו.</translation>
    </message>
    <message>
        <source>measuring; sizes so far: %1</source>
        <translation>מודד; גדלים עד כה: %1</translation>
    </message>
    <message>
        <source>replaying; sizes so far: %1</source>
        <translation>משחזר; גדלים עד כה: %1</translation>
    </message>
    <message>
        <source>stopped after size %1 of %2</source>
        <translation>נעצר אחרי גודל %1 מתוך %2</translation>
    </message>
    <message>
        <source>stopped after size %1</source>
        <translation>נעצר אחרי גודל %1</translation>
    </message>
    <message>
        <source>the run failed after size %1; what was measured is kept</source>
        <translation>ההרצה נכשלה אחרי גודל %1; מה שנמדד נשמר</translation>
    </message>
    <message>
        <source>the recording ends after size %1</source>
        <translation>ההקלטה מסתיימת אחרי גודל %1</translation>
    </message>
    <message>
        <source>This run cannot be shown in this unit: no clock was recorded with it.</source>
        <translation>אי אפשר להציג את ההרצה הזאת ביחידה הזאת: לא הוקלט איתה שעון.</translation>
    </message>
    <message>
        <source>%1: %2 (5 % to 95 %: %3)</source>
        <translation>%1: %2 (בין אחוזון 5 ל-95: %3)</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1, בשעון %2</translation>
    </message>
    <message>
        <source>shaded: 5 % to 95 % of the repeats</source>
        <translation>מוצלל: בין אחוזון 5 ל-95 של החזרות</translation>
    </message>
    <message>
        <source>live</source>
        <translation>חי</translation>
    </message>
    <message>
        <source>live, %1</source>
        <translation>חי, %1</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>הוקלט</translation>
    </message>
    <message>
        <source>recorded %1</source>
        <translation>הוקלט %1</translation>
    </message>
    <message>
        <source>published values, typical</source>
        <translation>ערכים שפורסמו, אופייניים</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>מנהל התקן %1</translation>
    </message>
    <message>
        <source>tier</source>
        <translation>רמה</translation>
    </message>
    <message>
        <source>capacity of one [B]</source>
        <translation>קיבולת של אחד [B]</translation>
    </message>
    <message>
        <source>source</source>
        <translation>מקור</translation>
    </message>
    <message>
        <source>instances</source>
        <translation>מופעים</translation>
    </message>
    <message>
        <source>capacity in all [B]</source>
        <translation>קיבולת כוללת [B]</translation>
    </message>
    <message>
        <source>technology</source>
        <translation>טכנולוגיה</translation>
    </message>
    <message>
        <source>managed by</source>
        <translation>מנוהל בידי</translation>
    </message>
    <message>
        <source>latency [%1]</source>
        <translation>השהיה [%1]</translation>
    </message>
    <message>
        <source>ratio to a register</source>
        <translation>יחס לאוגר</translation>
    </message>
    <message>
        <source>bandwidth [B/s]</source>
        <translation>רוחב פס [B/s]</translation>
    </message>
    <message>
        <source>working set [B]</source>
        <translation>working set [B]</translation>
    </message>
    <message>
        <source>median [%1]</source>
        <translation>חציון [%1]</translation>
    </message>
    <message>
        <source>5th percentile [%1]</source>
        <translation>אחוזון 5 [%1]</translation>
    </message>
    <message>
        <source>95th percentile [%1]</source>
        <translation>אחוזון 95 [%1]</translation>
    </message>
    <message>
        <source>clock [Hz]</source>
        <translation>שעון [Hz]</translation>
    </message>
    <message>
        <source>The memory pyramid</source>
        <translation>פירמידת הזיכרון</translation>
    </message>
    <message>
        <source>%1 to %2, %3</source>
        <translation>%1 עד %2, %3</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>Sizes measured: %1; no stair found yet.</source>
        <translation>גדלים שנמדדו: %1; עדיין לא נמצאה מדרגה.</translation>
    </message>
</context>
</TS>
